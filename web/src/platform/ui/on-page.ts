/** For a dialog that is opened from within the viewer, too: it fills the page, and not the viewer's box. */
export const onPage = { target: 'body' } as const;
