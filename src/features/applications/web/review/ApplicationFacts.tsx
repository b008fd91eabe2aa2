import type { ReactNode } from 'react'
import { materialLabel } from '#features/members/materials.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { BreakableText } from '#platform/web/ui/BreakableText.tsx'
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
          <Fact name="Name">{orNotGiven(form.name)}</Fact>
          <Fact name="Company">{orNotGiven(form.companyName)}</Fact>
          <Fact name="Email">
            {orNotGiven(
              form.email && (
                <ExternalLink href={mailtoLink(form.email)}>
                  <BreakableText text={form.email} />
                </ExternalLink>
              ),
            )}
          </Fact>
          <Fact name="WhatsApp Number">
            {orNotGiven(form.whatsappNumber && <WhatsApp number={form.whatsappNumber} />)}
          </Fact>
          <Fact name="Website">
            {orNotGiven(form.websiteUrl && <Website address={form.websiteUrl} />)}
          </Fact>
          <Fact name="Referred By">{orNotGiven(form.referenceBy)}</Fact>
          {type === 'oem' && (
            <>
              <Fact name="Designation">{orNotGiven(form.designation)}</Fact>
              <Fact name="Age / Sex">{orNotGiven(form.ageSex)}</Fact>
              <Fact name="Year of Incorporation">{orNotGiven(form.yearOfIncorporation)}</Fact>
              <Fact name="Total Employees">{orNotGiven(form.totalEmployees)}</Fact>
            </>
          )}
        </dl>
        <dl className={grid}>
          <Fact name="Company Description">{orNotGiven(form.companyDescription)}</Fact>
          <Fact name="Services / Products">{orNotGiven(form.servicesProducts)}</Fact>
          {form.socialMediaLinks && <Fact name="Social Media Links">{form.socialMediaLinks}</Fact>}
        </dl>
      </Section>
      <Section title="Address Information">
        <dl className={grid}>
          <Fact name="Address">{orNotGiven(form.address)}</Fact>
          <Fact name="Factory Address">{orNotGiven(form.factoryAddress)}</Fact>
          <Fact name="Certificate Postal Address">{orNotGiven(form.certificatePostalAddress)}</Fact>
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

/** Name and value in one line; on phones the value below. */
const grid = 'grid gap-y-2 text-sm'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
    <dt className="text-ink-soft">{name}</dt>
    <dd className="whitespace-pre-line">{children}</dd>
  </div>
)

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2.5">
      <h3 className="text-sm font-semibold">{title}</h3>
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
              <Badge>{materialLabel(id) ?? id}</Badge>
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

function Website({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return address
  return (
    <ExternalLink href={address} opensNewTab>
      <BreakableText text={address} />
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
