import { findPersonByEmail, type PersonRow } from '#features/members/server/queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Instant } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import { type JobStatus, jobPosting } from '../contract.ts'
import { boardEnd, payAndOpenings, searchText } from '../rules.ts'
import type { JobAction } from './postings.ts'
import { insertJob, insertSaved, type JobRow } from './queries.ts'

/** Inserts the sample jobs; the first OEM has one of every status. */
export async function addSampleJobs(
  db: Database,
  people: { oems: PersonRow[]; adminEmail: string; seekerEmail: string },
  now: Date,
): Promise<void> {
  const admin = await findPersonByEmail(db, people.adminEmail)
  const seeker = await findPersonByEmail(db, people.seekerEmail)
  const onBoard: JobRow[] = []
  for (const row of table.trim().split('\n')) {
    const parsed = readPosting(row)
    const poster = people.oems.find(({ company_name }) => company_name.startsWith(parsed.poster))
    if (!poster || !admin) continue
    const job = jobRow(parsed, poster, admin.id, now)
    await insertJob(db, job)
    await recordSteps(db, job, poster.id, parsed.outcome)
    if (parsed.outcome === 'approved') onBoard.push(job)
  }
  for (const { id: job_id, title, company_name, location } of seeker ? onBoard.slice(0, 3) : [])
    await insertSaved(db, {
      person_id: seeker?.id ?? '',
      job_id,
      saved_at: now.toISOString(),
      title,
      company_name,
      location,
    })
}

/** A row of the table: the fields of the posting and its outcome. */
function readPosting(row: string) {
  const [head = '', title, location, kind = '', description, reason = '', pay = ''] = row
    .split('|')
    .map((part) => part.trim())
  const [outcome = '', age = '', poster = ''] = head.split(' ')
  const [location_type, employment_type] = kind.split(' ')
  return {
    outcome: outcome as JobStatus | 'expired',
    age: Number(age),
    poster,
    reason,
    fields: {
      title,
      location,
      location_type,
      employment_type,
      description,
      ...readPay(pay),
    },
  }
}

/** '15000-20000 month 2': pay, its period and the number of openings. */
function readPay(pay: string) {
  const [range = '', pay_period = '', openings = ''] = pay.split(' ')
  const [pay_min = '', pay_max = ''] = range.split('-')
  return { pay_min, pay_max, pay_period, openings }
}

function jobRow(
  { outcome, age, reason, fields }: ReturnType<typeof readPosting>,
  poster: PersonRow,
  adminId: string,
  now: Date,
): JobRow {
  const posted = new Date(now.getTime() - days(age))
  const decided = new Date(posted.getTime() + days(1) / 4)
  const status = outcome === 'expired' ? 'approved' : outcome
  const isApproved = !['pending', 'rejected'].includes(status)
  const posting = jobPosting.parse({ ...fields, how_to_apply: howToApply(poster, age) })
  const { company_name } = poster
  return {
    ...posting,
    ...payAndOpenings(posting),
    id: newId(posted),
    poster_id: poster.id,
    company_name,
    status,
    submission_key: null,
    content_hash: null,
    search_text: searchText({ ...posting, company_name }),
    created_at: posted.toISOString(),
    updated_at: (status === 'pending' ? posted : decided).toISOString(),
    decided_by: status === 'pending' ? null : adminId,
    decision_reason: reason,
    approved_at: isApproved ? decided.toISOString() : null,
    expires_at: status === 'approved' ? boardEnd(decided) : null,
  }
}

function howToApply({ email, name, whatsapp_number, website_url }: PersonRow, age: number): string {
  if (age % 3 === 0 && website_url) return `Apply at ${website_url}/careers`
  if (age % 3 === 1) return `Send your résumé and two references to ${email}`
  return `WhatsApp ${name} on ${whatsapp_number} with photos of your work, or write to ${email}`
}

async function recordSteps(
  db: Database,
  job: JobRow,
  posterId: string,
  outcome: JobStatus | 'expired',
): Promise<void> {
  const record = (actor: string | null, action: JobAction, at: Instant) =>
    recordChange(db, { actor, subject: 'job', subjectId: job.id, action }, new Date(at))
  await record(posterId, 'posted', job.created_at)
  if (outcome === 'pending') return
  const decision = job.approved_at === null ? 'rejected' : 'approved'
  await record(job.decided_by, decision, job.updated_at)
  if (outcome === 'filled') await record(posterId, 'filled', job.updated_at)
  if (outcome === 'withdrawn') await record(posterId, 'withdrawn', job.updated_at)
}

/** Columns: outcome, age in days, start of the company name | title | location | types | description | reason | pay. */
const table = `
approved 2 Marudhar | CNC Router Operator | Jodhpur, Rajasthan | onsite full-time | Runs two nesting routers on the day shift: loading, tool changes, first-piece check. ITI or two years at a router; reading drawings in Hindi or English is enough. Provident fund, ESI and a bus from the city. | | 18000-26000 month 2
pending 0 Marudhar | Export Documentation Executive | Jodhpur, Rajasthan | hybrid full-time | Invoices, packing lists and fumigation certificates for eight containers a month. Two days a week from home after the first quarter. |
rejected 12 Marudhar | Helpers wanted urgently | Boranada | onsite contract | Call fast. Good money. | Please say what the work is, the hours and the pay, so that people can decide.
filled 40 Marudhar | Polishing Supervisor | Jodhpur, Rajasthan | onsite full-time | Leads a team of fourteen in melamine and PU finishing; answers for rework and for masks being worn. |
withdrawn 25 Marudhar | Showroom Manager | Jaipur, Rajasthan | onsite full-time | Opens our first showroom: staff of four, stock, walk-in and architect sales. |
expired 75 Marudhar | Upholstery Tailor | Jodhpur, Rajasthan | onsite contract | Cuts and stitches covers from patterns, leather and fabric. Six months, likely to be extended. |
approved 5 Kirti | Kitchen Designer | New Delhi | hybrid full-time | Measures flats, draws in 3D, prices and explains to families what fits. At least one year with modular kitchens. | | 30000-45000 month
pending 1 Kirti | Installation Team Leader | Delhi NCR | onsite full-time | Two fitters and a van. You plan the day, fit, and hand over clean. Driving licence needed. | | 22000-30000 month
approved 9 Peenya | Edgebander Operator | Bengaluru, Karnataka | onsite full-time | Sets glue, scraping and buffing for PVC and ABS edges; keeps the shift log. Training at the machine maker's works is paid. | | 650-800 day 3
approved 33 Peenya | Accounts Assistant (GST) | Bengaluru, Karnataka | onsite part-time | Purchase entries, e-way bills and monthly returns with our chartered accountant. Four hours a day, mornings. | | 12000-15000 month 1
approved 14 Thar | बढ़ई (सोफ़ा और पलंग) | Jodhpur, Rajasthan | onsite full-time | शीशम और आम की लकड़ी के सोफ़े और पलंग बनाने के लिए अनुभवी बढ़ई चाहिए। कम से कम तीन साल का काम; नाप और ड्रॉइंग पढ़ना आना चाहिए। पीएफ, ईएसआई और बाहर से आने वालों के लिए कमरा। | | 20000-28000 month 4
approved 20 Coimbatore | Quality Inspector, School Furniture | Coimbatore, Tamil Nadu | onsite full-time | Checks welds, edges and load tests for tender supplies and writes the report. Diploma in mechanical engineering. | | 25000-25000 month
pending 3 Coimbatore | Tender Executive | Coimbatore, Tamil Nadu | remote full-time | Reads government tenders, prepares bids on GeM and follows up. From anywhere in India with good internet. |
approved 10 Vindhya | पॉलिश मिस्त्री | Indore, Madhya Pradesh | onsite contract | मेलामाइन और पीयू पॉलिश, स्प्रे गन से और हाथ से। ठेका प्रति नग या महीने के हिसाब से; मास्क और दस्ताने हम देते हैं। | | 700-900 day 2
approved 11 Konkan | Cane Weaver | Kudal, Maharashtra | onsite contract | Weaves seats and backs in four patterns. Women's self-help groups are welcome to apply together. | | 450- job
approved 7 Yamuna | Dispatch Planner | Yamunanagar, Haryana | onsite full-time | Plans twenty trucks a week for doors and frames: loading order, transporters, proof of delivery. |
approved 28 Hyderabad | Site Supervisor, Hotels | Hyderabad, Telangana | onsite contract | Stays at the site until the rooms are handed over; speaks with the client's engineers every day. |
approved 17 Chennai | Interior Sales Consultant | Chennai, Tamil Nadu | onsite full-time | Walk-in customers and apartment associations. Tamil and English; salary and incentive. |
approved 52 Ganga | Product Photographer | Greater Noida, Uttar Pradesh | remote part-time | Forty products a month, white background and room scenes, from our sample room or your studio. | | 350-500 hour 1
approved 6 Nilgiri | Toy Safety Engineer | Ernakulam, Kerala | hybrid full-time | Brings children's furniture through IS and EN tests, from drawing to report. |
rejected 8 Howrah | Part time work from home | Howrah | remote part-time | Copy and paste work, registration fee refundable. | The association does not carry offers that ask applicants for a fee.
approved 1 Bhiwandi | Store Fixture Draughtsperson | Bhiwandi, Maharashtra | hybrid full-time | Shop drawings in AutoCAD for counters and gondolas; site measurement in and around Mumbai. | | -40000 month
approved 3 Chakan | Packing Line Lead | Pune, Maharashtra | onsite full-time | Flat-pack line of twelve people; counts hardware bags so that no customer misses a screw. |
`
