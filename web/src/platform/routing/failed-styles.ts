const failed = new Set<HTMLLinkElement>();

// Such an event does not bubble.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

function renew(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`No style sheet came from ${again.href}`)));
    link.replaceWith(again);
  });
}

/** Fetches anew the style sheets that did not come: the import that asked for them asks once only. */
export async function renewStyles(): Promise<void> {
  const links = [...failed];
  failed.clear();
  await Promise.all(links.map(renew));
}
