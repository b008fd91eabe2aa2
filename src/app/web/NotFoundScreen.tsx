import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'

/** Shown for unknown paths. */
export function NotFoundScreen() {
  return (
    <CentredCard title="404 Page Not Found">
      <p className="text-ink-soft">The page you're looking for doesn't exist.</p>
      <ButtonLink href="/" variant="primary" size="lg">
        Go to home page
      </ButtonLink>
    </CentredCard>
  )
}
