/**
 * A Vite plugin: the page names what its screen needs, so that browsers load it beside the first script
 * instead of one after the other. The server removes the hints of other screens and other visitors
 * (src/app/server/pages.ts).
 */
import type { Plugin, Rolldown } from 'vite'

interface ScreenHint {
  /** Paths, also with a tab: '/admin?tab=oem-members'. */
  paths: readonly string[]
  /** The files whose code it needs, as ends of their paths. */
  modules: readonly string[]
  /** Its first requests. */
  requests?: readonly string[]
}

const jobBoard = ['/jobs/web/JobBoardScreen.tsx']
const dashboard = '/app/web/AdminDashboardScreen.tsx'
const memberTab = [dashboard, '/register/web/members/MembersTab.tsx']
const directory = ['/members/web/directory/DirectoryScreen.tsx', '/app/web/MemberStrip.tsx']

const memberTabRequests = (role: string) => [
  `/api/admin/members?limit=40&active=true&sort=-membership_number&role=${role}`,
  '/api/admin/stats',
]

/** Screens of signed-in users. The requests are those without filters, as the screens write them. */
const screens: readonly ScreenHint[] = [
  {
    paths: ['/jobs', '/jobs/search', '/oem/jobs', '/vendor/jobs'],
    modules: jobBoard,
    requests: ['/api/jobs?limit=24'],
  },
  { paths: ['/jobs/saved'], modules: jobBoard, requests: ['/api/jobs/saved?limit=24'] },
  {
    paths: ['/oem/members', '/vendor/members'],
    modules: directory,
    requests: ['/api/members?limit=24', '/api/members/cities', '/api/news', '/api/dues/mine'],
  },
  {
    paths: ['/admin'],
    modules: [
      dashboard,
      '/app/web/DashboardTop.tsx',
      '/applications/web/review/PendingApprovalsTab.tsx',
    ],
    requests: [
      '/api/admin/pending-applications?limit=50&sort=-created_at',
      '/api/admin/stats',
      '/api/admin/stats/month',
      '/api/admin/first-day',
    ],
  },
  { paths: ['/admin?tab=oem-members'], modules: memberTab, requests: memberTabRequests('oem') },
  { paths: ['/admin?tab=vendors'], modules: memberTab, requests: memberTabRequests('vendor') },
  {
    paths: ['/admin/members'],
    modules: ['/register/web/members/AllMembersScreen.tsx'],
    requests: ['/api/members?limit=25&sort=name'],
  },
  {
    paths: ['/admin/member-data'],
    modules: ['/register/web/member-data/MemberDataScreen.tsx'],
    requests: ['/api/admin/members/data?limit=40'],
  },
  {
    paths: ['/admin/renewals'],
    modules: ['/register/web/renewals/RenewalsScreen.tsx'],
    requests: ['/api/admin/renewals?limit=40&sort=company_name'],
  },
  {
    paths: ['/admin/applications'],
    modules: ['/applications/web/review/ApplicationsScreen.tsx'],
    requests: ['/api/admin/applications?limit=50&sort=-created_at'],
  },
]

/** Screens that visitors open too. */
const publicScreens: readonly ScreenHint[] = [
  { paths: ['/apply/oem', '/apply/vendor'], modules: ['/applications/web/apply/ApplyScreen.tsx'] },
]

/** 'app': everyone except visitors on the login screen; 'user': signed-in people. */
type Audience = 'all' | 'app' | 'user'

type Attributes = Record<string, string | boolean>

export const pageHints = (): Plugin => ({
  name: 'page-hints',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const app = chain(chunks, ['/app/web/App.tsx'])
      const frame = chain(chunks, ['/app/web/AppLayout.tsx']).filter((name) => !app.includes(name))
      const common = [...app, ...frame]
      const ofScreens = (audience: Audience, hints: readonly ScreenHint[]) =>
        hints.flatMap(({ paths, modules, requests = [] }) => {
          const files = chain(chunks, modules).filter((name) => !common.includes(name))
          return [...files.map(fileHint), ...requests.map(fetchHint)].map((attributes) =>
            link(audience, attributes, paths),
          )
        })
      return [
        ...app.map((name) => link('app', fileHint(name))),
        link('user', fetchHint('/api/user')),
        ...frame.map((name) => link('user', fileHint(name))),
        ...ofScreens('user', screens),
        ...ofScreens('all', publicScreens),
      ]
    },
  },
})

const link = (audience: Audience, attributes: Attributes, paths?: readonly string[]) => ({
  tag: 'link',
  injectTo: 'head' as const,
  attrs: { 'data-for': audience, ...(paths && { 'data-screen': paths.join(' ') }), ...attributes },
})

/** The scripts and styles that the modules load immediately; the page itself names the entry. */
function chain(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const files = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || chunk.isEntry || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`No code of ${module} in the build`)
    add(chunk)
  }
  return [...files]
}

const fileHint = (name: string): Attributes => ({
  ...(name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
  crossorigin: true,
  href: `/${name}`,
})

/** With the credentials mode of `callRaw`, so that its request reuses this response. */
const fetchHint = (href: string): Attributes => ({
  rel: 'preload',
  as: 'fetch',
  crossorigin: 'use-credentials',
  href,
})
