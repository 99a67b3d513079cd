-- Another one after each change of a provider. Attempts under way are forgotten: they began with a provider without one.
ALTER TABLE identity_provider ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
DELETE FROM identity_provider_attempt;
ALTER TABLE identity_provider_attempt ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
