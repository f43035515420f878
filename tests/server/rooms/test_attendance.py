from tsuro.server.rooms.attendance import Attendance, Listener
from tsuro.server.storage.store import Present


def listener(guest: str) -> Listener:
    return Listener(guest=guest, plays=True, deliver=lambda _data: None, end=lambda _goodbye: None)


def test_a_guest_is_there_as_long_as_one_of_their_clients_is() -> None:
    attendance = Attendance(["ana"], 1000)
    one, other = listener("ana"), listener("ana")
    assert attendance.away == {"ana": 1000}
    attendance.enter(one)
    attendance.enter(other)
    assert (attendance.is_here("ana"), dict(attendance.away), len(attendance)) == (True, {}, 2)
    attendance.leave(one, 2000)
    assert attendance.is_here("ana")
    attendance.leave(other, 3000)
    assert (attendance.is_here("ana"), attendance.away) == (False, {"ana": 3000})


def test_leaving_twice_is_leaving_once() -> None:
    attendance = Attendance([], 0)
    one, other = listener("ana"), listener("ana")
    attendance.enter(one)
    attendance.enter(other)
    attendance.leave(one, 1)
    attendance.leave(one, 2)
    assert attendance.is_here("ana")
    assert list(attendance) == [other]


def test_nobody_is_away_from_a_table_that_does_not_expect_them() -> None:
    attendance = Attendance(["ana"], 0)
    watcher = listener("rui")
    attendance.enter(watcher)
    attendance.leave(watcher, 5)
    attendance.expect({"ana", "eva"}, 9)
    assert attendance.away == {"ana": 0, "eva": 9}


def test_whoever_has_no_seat_watches() -> None:
    attendance = Attendance(["ana"], 0)
    for guest in ("ana", "rui", "rui", "eva"):
        attendance.enter(listener(guest))
    assert attendance.watchers(["ana"]) == 2
    assert not attendance.is_here(None)


def test_who_is_present_is_the_same_list_until_somebody_comes_or_goes() -> None:
    attendance = Attendance(["ana"], 0)
    one, other = listener("ana"), listener("ana")
    attendance.enter(one)
    before = attendance.present(7)
    assert before == [Present(table=7, guest="ana", clients=1)]
    assert attendance.present(7) is before
    attendance.enter(other)
    assert attendance.present(7) == [Present(table=7, guest="ana", clients=2)]
    attendance.leave(one, 1)
    assert attendance.present(7) == before
    attendance.leave(other, 2)
    assert attendance.present(7) == []
