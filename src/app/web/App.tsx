import { QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { earlierPaymentAction } from '#features/ledger/web/earlier-payment.ts'
import { currentUser } from '#features/sign-in/web/calls.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { LeaveQuestion } from '#platform/web/form/LeaveQuestion.tsx'
import { guardNavigation } from '#platform/web/form/unsaved-changes.ts'
import { setErrorAction } from '#platform/web/toast/error-toast.ts'
import { ToastRegion } from '#platform/web/toast/ToastRegion.tsx'
import { AppRouter } from './AppRouter.tsx'
import { watchSession } from './watch-session.ts'

watchSession()
setErrorAction(earlierPaymentAction)
// Before the first render, so that the request is sent earlier.
void queryClient.prefetchQuery(currentUser)

/** All screens, with what they share: the loaded data and the toasts. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <Router aroundNav={guardNavigation}>
      <AppRouter />
      <LeaveQuestion />
    </Router>
    <ToastRegion />
  </QueryClientProvider>
)
