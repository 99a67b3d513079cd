function fetchAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => {
      link.remove();
      resolve();
    });
    again.addEventListener('error', () => {
      again.remove();
      reject(new Error(again.href));
    });
    link.after(again);
  });
}

/** Chromium gives a link that did not load a sheet all the same, and refuses its rules. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules !== null;
  } catch {
    return false;
  }
}

/** Fetches anew the style sheets that did not come: the import that asked for them asks once only. */
export async function renewStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter((link) => !hasRules(link)).map(fetchAgain));
}
