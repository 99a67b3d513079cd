/** A text in the language of the page; it is asked for again at every render, so that it follows the language. */
export type Words = () => string;
