// Who may import whom (ARCHITECTURE.md). `npm run house -- --prove` shows each rule refusing something.
const { dependencies, devDependencies } = require('./package.json')

/** Which feature leans on which. Grow this map only by decision; it must never loop. */
const leansOn = {
  members: [],
  'sign-in': ['members'],
  jobs: ['members'],
  applications: ['members'],
  payments: ['members'],
  'member-data': ['members', 'payments'],
  profile: ['members', 'sign-in'],
  settings: ['members'],
  figures: ['members', 'payments'],
}

const own = (feature) => `^src/features/${feature}/`
/** What a feature offers to those that lean on it: everything but its routes, mails, sample data and screens. */
const publicOf = (feature) =>
  `${own(feature)}([a-z-]+\\.ts|server/(?!routes|mails|sample)[a-z/-]+\\.ts|web/[a-z/-]*calls\\.ts|web/components/[^/]+)$`
/** The signed-in user is everywhere, so everybody may ask who it is. */
const whoIsSignedIn = '^src/features/sign-in/web/calls\\.ts$'

const no = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const libraries = (names) => `node_modules/(@types/)?(${names.join('|')})/`

const server = '^src/.*/server/'
const web = '^src/.*/web/'
/** What a migration calls its indexes, for index hints. */
const indexNames = '^src/app/server/migrations/\\d{4}-index-names\\.ts$'
const pure = ['^src/shared/', '^src/features/[^/]+/[a-z-]+\\.ts$']
const serverLibraries = Object.keys(dependencies).filter((name) => name !== 'zod')
const browserLibraries = ['react', 'react-dom', '@tanstack/[^/]+', 'wouter', 'radix-ui', 'lucide-react']
const toolLibraries = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'))

module.exports = {
  forbidden: [
    // One arrow: app → features → platform → shared.
    no('arrow-shared', 'shared/ is the floor and imports no floor above it.',
      { path: '^src/shared/' }, { path: '^src/(app|features|platform)/' }),
    no('arrow-platform', 'platform/ does not know the product.',
      { path: '^src/platform/' }, { path: '^src/(app|features)/' }),
    no('arrow-features', 'Only app/ composes features; queries may name the indexes of a migration.',
      { path: '^src/features/' }, { path: '^src/app/', pathNot: indexNames }),
    no('index-names', 'Index names are for queries.ts, which force an index by its name.',
      { path: '^src/features/', pathNot: '/server/[a-z/-]*queries\\.ts$' }, { path: indexNames }),

    // Between features: as the map says, and only what is public.
    ...Object.entries(leansOn).map(([feature, others]) =>
      no(`lean-${feature}`,
        `${feature} leans on ${others.join(', ') || 'no feature'}: on their pure modules, their server modules but routes, mails and sample, their web calls and web/components, and on sign-in/web/calls.ts.`,
        { path: own(feature) },
        { path: '^src/features/', pathNot: [own(feature), ...others.map(publicOf), whoIsSignedIn] })),
    no('lean-unlisted', 'Name the new feature in leansOn of .dependency-cruiser.cjs.',
      { path: '^src/features/', pathNot: Object.keys(leansOn).map(own) }, {}),

    // One wall: server | web. Type-only imports count.
    no('wall-web', 'The browser never imports the server.',
      { path: web }, { path: [server, libraries(serverLibraries)] }),
    no('wall-web-core', 'The browser has no Node.',
      { path: web }, { dependencyTypes: ['core'] }),
    no('wall-server', 'The server never imports the browser.',
      { path: server }, { path: [web, libraries(browserLibraries)] }),

    // Inside a feature: routes → topic modules → queries; screens → calls.
    no('inside-queries', 'queries.ts (search-queries.ts …) imports contracts, rules, other queries and the platform; topic modules call it, never the other way round.',
      { path: '^src/features/[^/]+/server/[a-z/-]*queries\\.ts$' },
      { path: '^src/features/[^/]+/server/', pathNot: '/[a-z-]*queries\\.ts$' }),
    no('inside-routes', 'routes.ts is mounted by app/; no other module of a feature imports it.',
      { path: '^src/features/[^/]+/server/', pathNot: '/routes\\.ts$' }, { path: '^src/features/[^/]+/server/[a-z/-]*routes\\.ts$' }),
    no('inside-calls', 'calls.ts (history-calls.ts …) is used by screens and never imports one.',
      { path: '/web/[a-z/-]*calls\\.ts$' }, { path: '^src/features/[^/]+/web/[a-z/-]*[A-Z]' }),
    no('frozen-migrations', 'A migration is history: it must go on doing the same, so it imports nothing that a feature may change.',
      { path: '^src/app/server/migrations/' }, { path: ['^src/features/', '^src/shared/'] }),

    // What both sides share stays free of I/O.
    no('pure', 'The modules in the root of a feature and shared/ import zod and each other, nothing else.',
      { path: pure }, { path: ['/(server|web)/', 'node_modules/'], pathNot: libraries(['zod']) }),
    no('pure-core', 'The modules in the root of a feature and shared/ run in the browser too: no Node.',
      { path: pure }, { dependencyTypes: ['core'] }),

    no('sql', 'SQL lives in queries.ts, platform/server/ and app/server/.',
      { path: '^src/', pathNot: ['/server/[a-z/-]*queries\\.ts$', '^src/(platform|app)/server/'] },
      { path: libraries(['kysely', 'pg']) }),
    no('production', 'The server runs on "dependencies" alone; move the package there.',
      { path: [server, ...pure] }, { path: libraries(toolLibraries), pathNot: '/@types/' }),
    no('undeclared', 'Name the package in package.json.',
      { path: '^src/' }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
    no('unresolved', 'This import leads nowhere, so no rule can judge it.',
      { path: '^src/' }, { couldNotResolve: true }),
    no('no-cycles', 'No circles.', {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css', '.d.ts'],
    },
  },
}
