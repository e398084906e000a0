/** The part of jStat that Parley uses; the package brings no types. */
declare module 'jstat' {
  interface Continuous {
    cdf(x: number, df: number): number
    inv(probability: number, df: number): number
  }
  const jstat: {
    readonly jStat: {
      readonly studentt: Continuous
      readonly normal: { inv(probability: number, mean: number, sd: number): number }
      readonly noncentralt: { cdf(x: number, df: number, noncentrality: number): number }
      gammaln(x: number): number
    }
  }
  export default jstat
}
