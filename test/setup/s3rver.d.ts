/** s3rver brings no types; this is what we use of it. */
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
