"""`python -m tsuro` is `tsuro`."""

import sys

from tsuro.cli import main

sys.exit(main())
