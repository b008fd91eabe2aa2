import { expect, test } from 'vitest'
import { InvalidConfig, readConfig } from './config.ts'

const problems = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems
    throw error
  }
}

test('without settings it is the sample association on http://localhost:3000', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    secure: false,
    databaseUrl: undefined,
    smtpUrl: undefined,
    sample: true,
    adminEmails: [],
    trustProxy: { kind: 'off' },
    logLevel: 'info',
  })
})

test('ADMIN_EMAIL accepts several addresses and turns off the sample association', () => {
  const config = readConfig({ ADMIN_EMAIL: ' Boss@A.in, second@a.in,boss@a.in ' })
  expect(config.adminEmails).toEqual(['boss@a.in', 'second@a.in'])
  expect(config.sample).toBe(false)
})

test.each([
  ['on', { kind: 'count', count: 1 }],
  ['TRUE', { kind: 'count', count: 1 }],
  ['2', { kind: 'count', count: 2 }],
  ['off', { kind: 'off' }],
  ['false', { kind: 'off' }],
  ['0', { kind: 'off' }],
  ['127.0.0.1, 10.0.0.0/8', { kind: 'peers', names: ['127.0.0.1', '10.0.0.0/8'] }],
])('TRUST_PROXY=%s is read', (typed, proxies) => {
  expect(readConfig({ TRUST_PROXY: typed }).trustProxy).toMatchObject(proxies)
})

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['https://members.example.org', false],
  ['http://localhost.example.org', false],
  ['http://192.168.1.9:3000', false],
])('links of %s open on this computer only: %s', (PUBLIC_URL, isLocal) => {
  expect(readConfig({ PUBLIC_URL }).info.links_are_local).toBe(isLocal)
})

test.each([
  [{}, true],
  [{ SMTP_URL: 'smtp://127.0.0.1:2525' }, false],
])('with %j mails are written to files: %s', (environment, isWritten) => {
  expect(readConfig(environment).info.writes_mails_to_files).toBe(isWritten)
})

test('https makes cookies secure, and a trailing slash is removed', () => {
  const config = readConfig({ PUBLIC_URL: 'https://members.example.org/' })
  expect(config).toMatchObject({ publicUrl: 'https://members.example.org', secure: true })
})

test.each([
  ['SMTP_URL', 'smtp://office:pa#ss@smtp.example.org:587', 'a character', '%23 (#)'],
  ['SMTP_URL', 'smtp://office:pa/ss@smtp.example.org:587', 'a character', '%2F (/)'],
  ['SMTP_URL', 'smtps://office:pa?ss@smtp.example.org', 'a character', '%3F (?)'],
  ['SMTP_URL', 'smtp://office:12#3@smtp.example.org', 'a character', '%23 (#)'],
  ['SMTP_URL', 'smtp://office:p@s/s@smtp.example.org', 'a character', '%2F (/)'],
  ['SMTP_URL', 'smtp://office:p@s#s@smtp.example.org', 'a character', '%23 (#)'],
  ['SMTP_URL', 'smtp://office:p@s?s@smtp.example.org', 'a character', '%3F (?)'],
  ['SMTP_URL', 'smtp://me@example.org:#a/b@mail.org', 'characters', '%23 (#) and %2F (/)'],
  ['SMTP_URL', 'smtp://a:?/#@h', 'characters', '%23 (#), %2F (/) and %3F (?)'],
  ['DATABASE_URL', 'postgres://portal:pa#ss@db/portal', 'a character', '%23 (#)'],
  ['DATABASE_URL', 'postgresql://portal:1/2@db/portal', 'a character', '%2F (/)'],
  ['DATABASE_DIRECT_URL', 'postgres://portal:p?s@db/portal', 'a character', '%3F (?)'],
  ['FILES_URL', 's3://key1:a/b+c@bucket/p?region=ap-south-1', 'a character', '%2F (/)'],
  ['FILES_URL', 's3://key1:12/b@bucket?region=ap-south-1', 'a character', '%2F (/)'],
])('%s=%s names the characters', (name, value, characters, forms) => {
  expect(problems({ [name]: value })).toEqual([
    `The password or the user name in ${name} has ${characters} that must be written as ${forms}.`,
  ])
})

test.each([
  { SMTP_URL: 'smtp://office:pa%23ss@smtp.example.org:587' },
  { SMTP_URL: 'smtps://me@example.org:a@b!$&+,;=%@smtp.example.org?requireTLS=false' },
  { SMTP_URL: 'smtp://127.0.0.1:2525' },
  {
    ADMIN_EMAIL: 'a@b.in',
    DATABASE_URL: 'postgres://portal:a@db:5432/portal?application_name=portal@office',
  },
  {
    ADMIN_EMAIL: 'a@b.in',
    DATABASE_URL: 'postgres:///portal?host=/var/run/postgresql&user=a@b',
  },
  { FILES_URL: 's3://bucket/papers@office?region=ap-south-1' },
  { FILES_URL: 's3://key:secret@bucket/papers@office?region=ap-south-1' },
])('%j has no unescaped character', (environment) => {
  expect(readConfig(environment)).toBeDefined()
})

test.each([
  [{ PORT: '80a' }, /^PORT is "80a"; /],
  [{ PORT: '70000' }, /^PORT is "70000"; /],
  [{ PORT: '0' }, /^PORT is "0"; /],
  [{ METRICS_PORT: 'on' }, /^METRICS_PORT is "on"; /],
  [{ METRICS_PORT: '3000' }, /^METRICS_PORT is "3000"; .* other than PORT/],
  [{ PUBLIC_URL: 'members.example.org' }, /^PUBLIC_URL is /],
  [{ PUBLIC_URL: 'https://example.org/portal' }, /^PUBLIC_URL is /],
  [{ PUBLIC_URL: 'ftp://example.org' }, /^PUBLIC_URL is /],
  [{ DATABASE_URL: 'mysql://u:secret@h/d' }, /^DATABASE_URL must be .*postgres:\/\//],
  [{ DATABASE_URL: 'postgres://portal@db/portal' }, /^DATABASE_URL is set but ADMIN_EMAIL is not/],
  [{ DATABASE_DIRECT_URL: 'h/d' }, /^DATABASE_DIRECT_URL must be .*postgres:\/\//],
  [
    { ADMIN_EMAIL: 'a@b.in', DATA_DIR: '/data', BACKUP_DIR: '/data/b' },
    /^BACKUP_DIR must be outside/,
  ],
  [{ BACKUP_KEEP: '7' }, /^BACKUP_KEEP is "7"; /],
  [{ BACKUP_RECIPIENT: 'ssh-ed25519 x' }, /^BACKUP_RECIPIENT must be an age public key/],
  [{ FILES_URL: 'https://bucket' }, /^FILES_URL must be .*s3:\/\//],
  [{ FILES_URL: 's3://' }, /^FILES_URL must name a bucket/],
  [{ FILES_URL: 's3:///prefix?region=x' }, /^FILES_URL must name a bucket/],
  [{ FILES_URL: 's3://A_B/?region=x' }, /^FILES_URL must name a bucket/],
  [{ FILES_URL: 's3://bucket:9000/?region=x' }, /^FILES_URL must name a bucket/],
  [{ FILES_URL: 's3://bucket/prefix' }, /^FILES_URL must name the region/],
  [{ FILES_URL: 's3://bucket?endpoint=s3.example.org' }, /^FILES_URL has an endpoint that is not/],
  [
    { FILES_URL: 's3://bucket?region=x&acl=public' },
    /^FILES_URL takes endpoint and region .*"acl"/,
  ],
  [{ FILES_URL: 's3://secret@bucket?region=x' }, /^FILES_URL must have both parts of the key/],
  [
    { DATA_DIR: '/srv/portal', FILES_KEY_FILE: '/srv/portal/papers.key' },
    /^FILES_KEY_FILE must be outside/,
  ],
  [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL must be .*smtp:\/\//],
  [{ SMTP_URL: 'smtp://office:secret@h:port' }, /^SMTP_URL cannot be read; .*smtp:\/\/name:/],
  [{ MAIL_FROM: 'the portal' }, /^MAIL_FROM is /],
  [{ ADMIN_EMAIL: 'a@b.in, nonsense' }, /^ADMIN_EMAIL has "nonsense"/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud"/],
  [{ TRUST_PROXY: 'maybe' }, /^TRUST_PROXY is "maybe"/],
  [{ TRUST_PROXY: '127.0.0.1, ' }, /^TRUST_PROXY is "127.0.0.1,"/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY is "10.0.0.0.33"/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY is "0.0.0.0.0"/],
  [{ TRUST_PROXY: '::/0' }, /^TRUST_PROXY is "::.0"/],
  [{ TRUST_PROXY: '10' }, /^TRUST_PROXY is "10"/],
  [{ TRUST_PROXY: 'proxy.example.org' }, /^TRUST_PROXY is "proxy.example.org"/],
  [{ ASSOCIATION_WEBSITE: 'example.org' }, /^ASSOCIATION_WEBSITE is /],
])('rejects %o with one sentence', (environment, sentence) => {
  const messages = problems(environment as Record<string, string>)
  expect(messages).toEqual([expect.stringMatching(sentence)])
  expect(messages[0]).not.toContain('secret')
})

test.each([
  [
    's3://bucket/a/b/?endpoint=http://127.0.0.1:9000',
    {
      bucket: 'bucket',
      prefix: 'a/b/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      credentials: undefined,
    },
  ],
  [
    's3://KEY:a%2Fb@my.bucket?region=ap-south-1',
    {
      bucket: 'my.bucket',
      prefix: '',
      endpoint: undefined,
      region: 'ap-south-1',
      credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b' },
    },
  ],
])('parses FILES_URL=%s', (typed, location) => {
  expect(readConfig({ FILES_URL: typed }).filesLocation).toEqual(location)
})

test('the key file is beside the data folder, or at FILES_KEY_FILE', () => {
  expect(readConfig({ DATA_DIR: '/srv/portal/' }).keyFile).toBe('/srv/portal.key')
  const named = { DATA_DIR: '/srv/portal', FILES_KEY_FILE: '/srv/portal-keys/papers' }
  expect(readConfig(named).keyFile).toBe('/srv/portal-keys/papers')
})

test('reports all problems together', () => {
  expect(problems({ PORT: 'x', LOG_LEVEL: 'y', SMTP_URL: 'z' })).toHaveLength(3)
})
