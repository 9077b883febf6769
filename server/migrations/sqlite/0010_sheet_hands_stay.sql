-- As on PostgreSQL hands of a sheet are not changed where they stand (0002); neither are they by being replaced.
CREATE TRIGGER sheet_hands_are_not_replaced BEFORE INSERT ON sheet_hand
WHEN EXISTS (SELECT 1 FROM sheet_hand WHERE game = new.game AND number = new.number)
BEGIN SELECT RAISE(ABORT, 'hands of a sheet are written anew'); END;
