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
  profile: ['members'],
  settings: ['members'],
  figures: ['members', 'payments'],
}

const own = (feature) => `^src/features/${feature}/`
/** What a feature shows to those who lean on it; the wall keeps the two sides apart. */
const publicOf = (feature) => `${own(feature)}([a-z-]*contract\\.ts|rules\\.ts|server/actions\\.ts|web/calls\\.ts)$`
/** The signed-in user is everywhere, so everybody may ask who it is. */
const whoIsSignedIn = '^src/features/sign-in/web/calls\\.ts$'

const no = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const libraries = (names) => `node_modules/(@types/)?(${names.join('|')})/`

const server = '^src/.*/server/'
const web = '^src/.*/web/'
const pure = ['^src/shared/', '^src/features/[^/]+/[a-z-]*(contract|rules)\\.ts$']
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
    no('arrow-features', 'Only app/ composes features.',
      { path: '^src/features/' }, { path: '^src/app/' }),

    // Between features: as the map says, and only what is public.
    ...Object.entries(leansOn).map(([feature, others]) =>
      no(`lean-${feature}`,
        `${feature} leans on ${others.join(', ') || 'nobody'}: contract.ts, rules.ts, server/actions.ts and web/calls.ts of those, and sign-in/web/calls.ts.`,
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

    // Inside a feature: routes → actions → queries; screens → calls.
    no('inside-queries', 'queries.ts (retention-queries.ts …) is asked by routes and actions and never asks back.',
      { path: '/server/[a-z-]*queries\\.ts$' }, { path: '^src/features/[^/]+/server/(routes|[a-z-]*actions|mails)\\.ts$' }),
    no('inside-actions', 'actions.ts is called by routes and never calls back.',
      { path: '/server/([a-z-]*actions|mails)\\.ts$' }, { path: '^src/features/[^/]+/server/routes\\.ts$' }),
    no('inside-calls', 'calls.ts (review-calls.ts …) is used by screens and never uses one.',
      { path: '/web/[a-z-]*calls\\.ts$' }, { path: '^src/features/[^/]+/web/[A-Z]' }),

    // What is said and what is true stay free of I/O.
    no('pure', 'contract.ts, rules.ts and shared/ import zod and each other, nothing else.',
      { path: pure }, { path: ['/(server|web)/', 'node_modules/'], pathNot: libraries(['zod']) }),
    no('pure-core', 'contract.ts, rules.ts and shared/ have no Node.',
      { path: pure }, { dependencyTypes: ['core'] }),

    // actions.ts may name Kysely's types; scripts/house-rules.mjs refuses more than that.
    no('sql', 'SQL lives in server/queries.ts and platform/server/.',
      { path: '^src/', pathNot: ['/server/([a-z-]*queries|actions)\\.ts$', '^src/(platform|app)/server/'] },
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
