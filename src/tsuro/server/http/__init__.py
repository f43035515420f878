"""What faces the network: HTTP, sockets and streams, who a guest is, limits and security."""
