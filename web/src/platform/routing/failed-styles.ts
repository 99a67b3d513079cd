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

/** Chromium gives a link without a loaded sheet a sheet object all the same, and throws when its rules are read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules !== null;
  } catch {
    return false;
  }
}

/** Loads style sheets again that failed: the import that requested them does not try again. */
export async function renewStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter((link) => !hasRules(link)).map(fetchAgain));
}
