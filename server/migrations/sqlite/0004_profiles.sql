-- The profile somebody plays for, by its public id, seen by others or not; what a stand-in does is nobody's. Seats taken
-- before this have none. In found_by and tally a profile stands beside names as a blank and its id: no name begins so.
ALTER TABLE seat ADD COLUMN profile TEXT CHECK (profile IS NULL OR kind = 'human');
