/** The part of s3rver that the tests use; the package has no types. */
declare module 's3rver' {
  class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
  }
  export = S3rver
}
