// Filters the page by the words that are typed, and opens what an address names. Without it, everything can be read.
const search = document.getElementById("search");
const entries = [...document.querySelectorAll(".entry")].map((element) => ({
  element,
  link: document.querySelector(`nav [data-for="${CSS.escape(element.id)}"]`),
  text: `${element.id} ${element.textContent}`.toLowerCase(),
}));

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { element, link, text } of entries) {
    const matches = words.every((word) => text.includes(word));
    element.hidden = link.hidden = !matches;
    found += matches ? 1 : 0;
  }
  for (const section of document.querySelectorAll("main section")) {
    section.hidden = !section.querySelector(".entry:not([hidden])");
  }
  document.getElementById("none").hidden = found > 0;
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named) return;
  if (named.hidden || named.closest("section")?.hidden) {
    search.value = "";
    filter();
  }
  if (named instanceof HTMLDetailsElement) named.open = true;
  named.scrollIntoView();
}

search.addEventListener("input", filter);
addEventListener("hashchange", openNamed);
addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== search) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "Escape" && event.target === search) {
    search.value = "";
    filter();
  }
});
for (const { element } of entries) {
  element.addEventListener("toggle", () => {
    if (element.open) history.replaceState(null, "", `#${element.id}`);
  });
}
filter();
openNamed();
