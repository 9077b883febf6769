-- The code a profile was recovered with, as long as nobody has used the key it got then: that answer may be lost.
ALTER TABLE rating_profile ADD COLUMN recovered_by BLOB;

CREATE UNIQUE INDEX rating_profile_by_recovered ON rating_profile (recovered_by) WHERE recovered_by IS NOT NULL;
