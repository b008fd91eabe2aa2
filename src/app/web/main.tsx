import '#platform/web/zod-settings.ts'
import '#platform/web/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#platform/web/api/query-client.ts'
import { watchTheme } from '#platform/web/state/theme.ts'
import { ToastRegion } from '#platform/web/toast/ToastRegion.tsx'
import { AppRouter } from './AppRouter.tsx'
import { watchSession } from './watch-session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')

watchSession()
watchTheme()
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <AppRouter />
    <ToastRegion />
  </QueryClientProvider>,
)
