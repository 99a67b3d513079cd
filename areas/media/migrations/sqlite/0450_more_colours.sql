-- White, grey and brown are looked for, too: the pictures that were drawn before get their colours again.
UPDATE media_rendition SET colours = NULL WHERE colours IS NOT NULL;
