import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { loginPrompt } from '../contract.ts'

/** Profile Settings for a visitor who is not signed in. */
export const SignedOutCard = ({ onLogin }: { onLogin: () => void }) => (
  <CentredCard title="Profile Settings">
    <p className="text-ink-soft">{loginPrompt}</p>
    <Button variant="primary" size="lg" onClick={onLogin}>
      Login
    </Button>
  </CentredCard>
)
