import type { ReactNode } from 'react'
import { materials } from '#features/members/materials.ts'
import { whatsappDigits } from '#features/members/whatsapp.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Entry } from '#platform/web/ui/Entry.tsx'
import { mailtoLink } from '#shared/links.ts'
import type { Application } from '../../answers.ts'

/** The submitted fields: basic information, addresses, and the materials of a vendor (contract 2.5). */
export function ApplicationFacts({ application }: { application: Application }) {
  const { type, formData: form } = application
  return (
    <>
      <Section title="Basic Information">
        <dl className={grid}>
          <Entry name="Name">{orNotGiven(form.name)}</Entry>
          <Entry name="Company">{orNotGiven(form.companyName)}</Entry>
          <Entry name="Email">
            {orNotGiven(
              form.email && <ExternalLink href={mailtoLink(form.email)}>{form.email}</ExternalLink>,
            )}
          </Entry>
          <Entry name="WhatsApp Number">
            {orNotGiven(form.whatsappNumber && <WhatsApp number={form.whatsappNumber} />)}
          </Entry>
          <Entry name="Website">
            {orNotGiven(form.websiteUrl && <Website address={form.websiteUrl} />)}
          </Entry>
          <Entry name="Referred By">{orNotGiven(form.referenceBy)}</Entry>
          {type === 'oem' && (
            <>
              <Entry name="Designation">{orNotGiven(form.designation)}</Entry>
              <Entry name="Age / Sex">{orNotGiven(form.ageSex)}</Entry>
              <Entry name="Year of Incorporation">{orNotGiven(form.yearOfIncorporation)}</Entry>
              <Entry name="Total Employees">{orNotGiven(form.totalEmployees)}</Entry>
            </>
          )}
        </dl>
        <dl className="grid gap-3">
          <Entry name="Company Description">{orNotGiven(form.companyDescription)}</Entry>
          <Entry name="Services / Products">{orNotGiven(form.servicesProducts)}</Entry>
          {form.socialMediaLinks && (
            <Entry name="Social Media Links">{form.socialMediaLinks}</Entry>
          )}
        </dl>
      </Section>
      <Section title="Address Information">
        <dl className={grid}>
          <Entry name="Address">{orNotGiven(form.address)}</Entry>
          <Entry name="Factory Address">{orNotGiven(form.factoryAddress)}</Entry>
          <Entry name="Certificate Postal Address">
            {orNotGiven(form.certificatePostalAddress)}
          </Entry>
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
  const digits = whatsappDigits(number)
  if (digits.length < 10) return number
  return (
    <ExternalLink href={`https://wa.me/${digits}`} opensNewTab>
      {number}
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
