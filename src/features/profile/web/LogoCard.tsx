import { Card } from '#platform/web/ui/Card.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { LogoField } from '#platform/web/uploads/LogoField.tsx'

interface LogoCardProps {
  /** `/uploads/…`, or null without a logo. */
  url: string | null
  onChange: (url: string | null) => void
}

/** The company's logo (contract 2.8), as the directory shows it. */
export const LogoCard = (props: LogoCardProps) => (
  <Card title="Company Logo">
    <LogoField
      label={<VisuallyHidden>Company Logo</VisuallyHidden>}
      alt="The logo of your company"
      {...props}
    />
  </Card>
)
