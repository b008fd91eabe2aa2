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
    store: {
      getResourcePath(bucket: string, key: string, resource: string): string
      deleteObject(bucket: string, key: string): Promise<void>
    }
  }
  export = S3rver
}
