/** Parley's own version, as records and `parley --version` give it; a test holds it to package.json. */
export const VERSION = '0.1.0'
