/**
 * The build of liquidjs that has no Node parts. It is the same code in Node and in a browser, so that a prompt
 * renders alike in both; the package's own entry would bring the file system along.
 */
declare module 'liquidjs/dist/liquid.browser.mjs' {
  export * from 'liquidjs'
}
