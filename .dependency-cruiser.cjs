// Who may import whom (ARCHITECTURE.md).
const { readdirSync } = require('node:fs')
const { dependencies, devDependencies } = require('./package.json')

/**
 * Which features a feature may import; one that is not named imports none. Grow this map only by decision; it has no
 * cycle.
 */
const dependsOn = {
  'sign-in': ['members'],
  certificates: ['members'],
  jobs: ['members', 'notifications'],
  applications: ['members', 'notifications'],
  ledger: ['members'],
  dues: ['ledger', 'members', 'notifications'],
  'bank-statements': ['dues', 'ledger', 'members'],
  imports: ['dues', 'ledger', 'members'],
  register: ['imports', 'bank-statements', 'dues', 'ledger', 'certificates', 'members'],
  reports: ['ledger', 'certificates', 'members'],
  profile: ['dues', 'ledger', 'certificates', 'sign-in', 'members'],
  settings: [
    ...['profile', 'reports', 'dues', 'ledger', 'certificates', 'sign-in', 'notifications'],
    'members',
  ],
}

const features = readdirSync(`${__dirname}/src/features`).map((name) => [name, dependsOn[name] ?? []])

/** The folders of platform/server, the lowest first. */
const serverFolders = [
  ...['core', 'database', 'disk', 'http', 'history', 'files', 'mail', 'documents', 'spreadsheets'],
  ...['reading', 'backup', 'monitoring'],
]

/** The folders of bank-statements/server/matching, the lowest first. */
const matchingFolders = ['words', 'names', 'clues', 'returns', 'charges', 'doubts', 'proposal']

const inFeature = (feature) => `^src/features/${feature}/`
/** What a feature exports to others: everything but its routes, mails, sample data and screens. */
const publicOf = (feature) => [
  `${inFeature(feature)}(?!server/|web/)[a-z/-]+\\.ts$`,
  `${inFeature(feature)}server/[a-z/-]+\\.ts$`,
  `${inFeature(feature)}web/[a-z/-]*calls\\.ts$`,
  `${inFeature(feature)}web/.*components/`,
]
/** Every feature may import the query of the signed-in user. */
const whoIsSignedIn = '^src/features/sign-in/web/calls\\.ts$'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const libraries = (names) => `node_modules/(@types/)?(${names.join('|')})/`

const server = '^src/.*/server/'
const web = '^src/.*/web/'
const pure = ['^src/shared/', '^src/features/[^/]+/(?!server/|web/)[a-z/-]+\\.ts$']
/** zod describes what both sides send; hucre writes workbooks and lean-qr makes QR codes on both. */
const bothSides = ['zod', 'hucre', 'lean-qr']
const serverLibraries = Object.keys(dependencies).filter((name) => !bothSides.includes(name))
const browserLibraries = ['react', 'react-dom', '@tanstack/[^/]+', 'wouter', 'radix-ui', 'lucide-react']
const toolLibraries = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'))

module.exports = {
  forbidden: [
    // Layers, imported in one direction: app → features → platform → shared.
    forbid('layer-shared', 'shared/ is the lowest layer and imports no other.',
      { path: '^src/shared/' }, { path: '^src/(app|features|platform)/' }),
    forbid('layer-platform', 'platform/ does not know the product.',
      { path: '^src/platform/' }, { path: '^src/(app|features)/' }),
    forbid('layer-features', 'Only app/ composes features.',
      { path: '^src/features/' }, { path: '^src/app/' }),

    // Inside platform/server: each folder imports only those before it.
    ...serverFolders.slice(0, -1).map((folder, index) =>
      forbid(`platform-${folder}`,
        `platform/server/${folder} imports only folders before it: ${serverFolders.slice(0, index).join(', ') || 'none'}.`,
        { path: `^src/platform/server/${folder}/` },
        { path: [...serverFolders.slice(index + 1).map((later) => `^src/platform/server/${later}/`), '^src/platform/server/[^/]+$'] })),

    // Inside bank-statements/server/matching: each folder imports only those before it.
    ...matchingFolders.slice(0, -1).map((folder, index) =>
      forbid(`matching-${folder}`,
        `matching/${folder} imports only folders before it: ${matchingFolders.slice(0, index).join(', ') || 'none'}.`,
        { path: `/matching/${folder}/` },
        { path: matchingFolders.slice(index + 1).map((later) => `/matching/${later}/`) })),
    forbid('matching-folders', 'Name the new folder of matching in matchingFolders of .dependency-cruiser.cjs.',
      { path: '/server/matching/', pathNot: matchingFolders.map((folder) => `/matching/${folder}/`) }, {}),

    // Between features: as the map says, and only what is public.
    ...features.map(([feature, others]) =>
      forbid(`feature-${feature}`,
        `${feature} may import ${others.join(', ') || 'no feature'}: pure modules, server modules but routes, mails and sample, web calls and web/components; and sign-in/web/calls.ts.`,
        { path: inFeature(feature) },
        { path: '^src/features/', pathNot: [inFeature(feature), ...others.flatMap(publicOf), whoIsSignedIn] })),
    forbid('inside-feature', 'Routes, mails and sample data belong to their feature and to app/.',
      { path: '^src/features/([^/]+)/' },
      { path: ['^src/features/.*/(routes|sample)\\.ts$', '^src/features/[^/]+/server/mails\\.ts$'], pathNot: '^src/features/$1/' }),

    // The boundary between server and web. Type-only imports count.
    forbid('boundary-web', 'The browser never imports the server.',
      { path: web }, { path: [server, libraries(serverLibraries)] }),
    forbid('boundary-web-core', 'The browser has no Node.',
      { path: web }, { dependencyTypes: ['core'] }),
    forbid('boundary-server', 'The server never imports the browser.',
      { path: server }, { path: [web, libraries(browserLibraries)] }),

    // Inside a feature: routes → topic modules → queries; screens → calls.
    forbid('inside-queries', 'queries.ts (search-queries.ts …) imports contracts, rules, other queries and the platform; topic modules call it, never the other way round.',
      { path: '^src/features/[^/]+/server/[a-z/-]*queries\\.ts$' },
      { path: '^src/features/[^/]+/server/', pathNot: '/[a-z-]*queries\\.ts$' }),
    forbid('inside-routes', 'routes.ts is mounted by app/; no other module of a feature imports it.',
      { path: '^src/features/[^/]+/server/', pathNot: '/routes\\.ts$' }, { path: '^src/features/[^/]+/server/[a-z/-]*routes\\.ts$' }),
    forbid('inside-calls', 'calls.ts (history-calls.ts …) is used by screens and never imports one.',
      { path: '/web/[a-z/-]*calls\\.ts$' }, { path: '^src/features/[^/]+/web/[a-z/-]*[A-Z]' }),
    forbid('frozen-migrations', 'A migration is history: it must go on doing the same, so it imports nothing that a feature may change.',
      { path: '^src/app/server/migrations/' }, { path: ['^src/features/', '^src/shared/'] }),

    // What both sides share stays free of I/O.
    forbid('pure', 'The modules in the root of a feature and shared/ import zod and each other, nothing else.',
      { path: pure }, { path: ['/(server|web)/', 'node_modules/'], pathNot: libraries(['zod']) }),
    forbid('pure-core', 'The modules in the root of a feature and shared/ run in the browser too: no Node.',
      { path: pure }, { dependencyTypes: ['core'] }),

    forbid('sql', 'SQL lives in queries.ts, platform/server/ and app/server/.',
      { path: '^src/', pathNot: ['/server/[a-z/-]*queries\\.ts$', '^src/(platform|app)/server/'] },
      { path: libraries(['kysely', 'pg']) }),
    forbid('production', 'The server runs on "dependencies" alone; move the package there.',
      { path: [server, ...pure] }, { path: libraries(toolLibraries), pathNot: '/@types/' }),
    forbid('undeclared', 'Name the package in package.json.',
      { path: '^src/' }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
    forbid('unresolved', 'This import leads nowhere, so no rule can judge it.',
      { path: '^src/' }, { couldNotResolve: true }),
    forbid('no-cycles', 'No circles.', {}, { circular: true }),
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
