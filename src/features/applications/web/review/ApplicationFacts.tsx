import type { ReactNode } from 'react'
import { materials } from '#features/members/materials.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { mailtoLink } from '#shared/links.ts'
import { groupPhones, phoneLinks } from '#shared/values/phone.ts'
import type { Application } from '../../answers.ts'

/** The submitted fields: basic information, addresses, and the materials of a vendor (contract 2.5). */
export function ApplicationFacts({ application }: { application: Application }) {
  const { type, formData: form } = application
  return (
    <>
      <Section title="Basic Information">
        <dl className={grid}>
          <DescriptionItem name="Name">{orNotGiven(form.name)}</DescriptionItem>
          <DescriptionItem name="Company">{orNotGiven(form.companyName)}</DescriptionItem>
          <DescriptionItem name="Email">
            {orNotGiven(
              form.email && <ExternalLink href={mailtoLink(form.email)}>{form.email}</ExternalLink>,
            )}
          </DescriptionItem>
          <DescriptionItem name="WhatsApp Number">
            {orNotGiven(form.whatsappNumber && <WhatsApp number={form.whatsappNumber} />)}
          </DescriptionItem>
          <DescriptionItem name="Website">
            {orNotGiven(form.websiteUrl && <Website address={form.websiteUrl} />)}
          </DescriptionItem>
          <DescriptionItem name="Referred By">{orNotGiven(form.referenceBy)}</DescriptionItem>
          {type === 'oem' && (
            <>
              <DescriptionItem name="Designation">{orNotGiven(form.designation)}</DescriptionItem>
              <DescriptionItem name="Age / Sex">{orNotGiven(form.ageSex)}</DescriptionItem>
              <DescriptionItem name="Year of Incorporation">
                {orNotGiven(form.yearOfIncorporation)}
              </DescriptionItem>
              <DescriptionItem name="Total Employees">
                {orNotGiven(form.totalEmployees)}
              </DescriptionItem>
            </>
          )}
        </dl>
        <dl className="grid gap-3">
          <DescriptionItem name="Company Description">
            {orNotGiven(form.companyDescription)}
          </DescriptionItem>
          <DescriptionItem name="Services / Products">
            {orNotGiven(form.servicesProducts)}
          </DescriptionItem>
          {form.socialMediaLinks && (
            <DescriptionItem name="Social Media Links">{form.socialMediaLinks}</DescriptionItem>
          )}
        </dl>
      </Section>
      <Section title="Address Information">
        <dl className={grid}>
          <DescriptionItem name="Address">{orNotGiven(form.address)}</DescriptionItem>
          <DescriptionItem name="Factory Address">
            {orNotGiven(form.factoryAddress)}
          </DescriptionItem>
          <DescriptionItem name="Certificate Postal Address">
            {orNotGiven(form.certificatePostalAddress)}
          </DescriptionItem>
        </dl>
      </Section>
      {(type === 'vendor' || form.materials) && (
        <Section title="Vendor Materials">
          <Materials selected={form.materials ?? []} other={form.otherMaterials} />
        </Section>
      )}
    </>
  )
}

const grid = 'grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3'

/** A section of the details with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}

/** Shows 'Not given' for an empty value. A React element is never empty: pass `text && <Element />`. */
const orNotGiven = (value: ReactNode) => value || <span className="text-ink-faint">Not given</span>

function Materials({
  selected,
  other,
}: {
  selected: readonly string[]
  other: string | undefined
}) {
  return (
    <div className="grid gap-2">
      {selected.length === 0 && !other && <p>{orNotGiven('')}</p>}
      {selected.length > 0 && (
        <ul aria-label="Materials" className="flex flex-wrap gap-1.5">
          {selected.map((id) => (
            <li key={id}>
              <Badge>{materialLabel(id)}</Badge>
            </li>
          ))}
        </ul>
      )}
      {other && (
        <p className="wrap-anywhere">
          <span className="text-ink-faint">Other:</span> {other}
        </p>
      )}
    </div>
  )
}

/** The label of a material; an unknown id is shown as it is. */
const materialLabel = (id: string): string =>
  Object.entries(materials).find(([materialId]) => materialId === id)?.[1] ?? id

function Website({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return address
  return (
    <ExternalLink href={address} opensNewTab>
      {address}
    </ExternalLink>
  )
}

function WhatsApp({ number }: { number: string }) {
  const { chat } = phoneLinks(number)
  if (!chat) return groupPhones(number)
  return (
    <ExternalLink href={chat} opensNewTab>
      {groupPhones(number)}
    </ExternalLink>
  )
}

function ExternalLink({
  href,
  opensNewTab = false,
  children,
}: {
  href: string
  opensNewTab?: boolean
  children: ReactNode
}) {
  return (
    <a
      href={href}
      className="text-accent-text underline underline-offset-2 wrap-anywhere hover:no-underline"
      {...(opensNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
    </a>
  )
}
