-- When a hand of a sheet is corrected, those from there on are deleted and written anew; none is changed where it stands.
CREATE FUNCTION refuse_to_change_sheet_hands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'hands of a sheet are written anew';
END $$;

CREATE TRIGGER sheet_hands_are_not_changed BEFORE UPDATE ON sheet_hand
FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_sheet_hands();
