/**
 * Members of the sample association: invented firms. Addresses end in `.example`, and the phone numbers
 * are of no series of mobiles, with zeros where no landline has them, so that they reach no real person.
 */
import type { Database } from '#platform/server/database/database.ts'
import { isDay, noonOf } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import { newMember } from '../contract.ts'
import { insertPerson, type PersonRow } from './queries.ts'
import { changePerson } from './record/change-person.ts'
import { enrol } from './record/enrol.ts'
import { emptyPerson } from './record/new-person.ts'

/** The people that the sign-in links of the sample association sign in. */
export const samplePeople = {
  admin: 'secretary@fpma.example',
  oem: 'rajendra@marudharwoodcraft.example',
  vendor: 'harpreet@shivalikplyboards.example',
  seeker: 'kavita.rao@workmail.example',
} as const

const seekers = [
  [samplePeople.seeker, 'Kavita Rao'],
  ['imran.ansari@workmail.example', 'Imran Ansari'],
  ['deepa.menon@workmail.example', 'Deepa Menon'],
] as const

/** Fills an empty database; returns the active members in the order of joining. */
export async function addSampleMembers(db: Database, now: Date): Promise<PersonRow[]> {
  const founded = new Date(noonOf('2019-04-01'))
  const admin = emptyPerson(samplePeople.admin, founded)
  await insertPerson(db, { ...admin, role: 'admin', name: 'Meera Krishnan' })
  for (const [index, [email, name]] of seekers.entries()) {
    const createdAt = new Date(now.getTime() - days(9 * index + 4))
    await insertPerson(db, { ...emptyPerson(email, createdAt), name })
  }
  const members: PersonRow[] = []
  for (const [index, row] of table.trim().split('\n').entries()) {
    const { joined, flags, form } = readFirm(row, index)
    const joinedAt = isDay(joined) ? new Date(noonOf(joined)) : approvedAt(now)
    const member = await enrol(db, newMember.parse(form), admin.id, joinedAt)
    const change = { actor: admin.id, person: member, now }
    if (flags.includes('hidden'))
      await changePerson(db, { ...change, values: { is_visible: false }, action: 'hidden' })
    else if (flags.includes('left'))
      await changePerson(db, { ...change, values: { is_active: false }, action: 'deactivated' })
    if (!flags.includes('left')) members.push(member)
  }
  return members
}

/** When the newest member joined; applications/server/sample.ts also has their application. */
const approvedAt = (now: Date): Date => new Date(now.getTime() - days(21))

/** Parses a row of the table below into the input of Add Member. */
function readFirm(row: string, index: number) {
  const [head = '', company = '', name = '', factory = '', products = '', ids = ''] = row
    .split('|')
    .map((part) => part.trim())
  const [joined = '', role = '', ...flags] = head.split(' ')
  const host = `${company.toLowerCase().replace(/[^a-z]/g, '')}.example`
  const town = factory.match(/([A-Za-z ]+) \d{6}$/)?.[1]?.trim() ?? 'India'
  const form = {
    name,
    email: `${name.toLowerCase().split(' ')[0]}@${host}`,
    role,
    company_name: company,
    whatsapp_number: `+91 64${(index * 7) % 10}00 0${1000 + ((index * 613) % 9000)}`,
    website_url: index % 6 === 5 ? '' : `https://www.${host}`,
    business_partner: index % 4 === 1 ? partners[index % partners.length] : '',
    company_description: `${products}. Works and office in ${town}.`,
    services_products: products,
    address: factory,
    factory_address: factory,
    certificate_postal_address: `${company}, ${factory}`,
    additional_info_materials_products: ids.split(' ').filter(Boolean),
    materials_other: ids.includes('other') ? products : '',
    remarks: remarks[index] ?? '',
  }
  return { joined, flags, form }
}

const partners = ['Sunita Shah', 'Anil Mehta', 'Farida Contractor', 'Joseph Kurian', 'Lata Gogoi']

const remarks: Record<number, string> = {
  0: 'Founder member. Prefers calls after 4 pm.',
  7: 'Certificate returned by post in March; new address confirmed by phone.',
  19: 'Speaker at the machinery workshop.',
  33: 'Asked for GST invoices in the name of the parent firm.',
}

/** Columns: joined (a day, or recently), role and flags | firm | person | factory address | products | materials. */
const table = `
2019-04-08 oem | Marudhar Woodcraft | Rajendra Vyas | F-214, RIICO Industrial Area, Boranada, Jodhpur 342012 | Solid sheesham and mango furniture for export
2019-04-15 vendor | Shivalik Plyboards | Harpreet Singh | Plot 41, Jagadhri Road, Yamunanagar 135001 | Calibrated plywood, blockboard and film-faced shuttering ply | plywood veneer
2019-05-02 oem | Kirti Modular Kitchens | Neha Bansal | 18/3, Timber Market, Kirti Nagar, New Delhi 110015 | Modular kitchens and wardrobes
2019-06-20 vendor | Saurashtra Decorative Laminates | Jayesh Patel | Survey 212, 8-A National Highway, Morbi 363642 | Decorative and compact laminates | laminate
2019-08-11 vendor | Girnar Panel Machines | Hitesh Vekariya | Plot G-507, Metoda GIDC, Rajkot 360021 | Edgebanders, panel saws and hot presses | machinery tools spares
2019-09-30 oem hidden | Sahyadri Office Systems | Asha Deshmukh | W-62, MIDC Bhosari, Pune 411026 | Workstations, storage and meeting tables
2019-11-18 oem left | Hooghly Cabinet Works | Subrata Ghosh | 7, Taratala Road, Kolkata 700088 | Teak cabinets and hotel furniture
2020-01-14 oem | Peenya Interiors Factory | Lakshmi Narayan | 112, 4th Phase, Peenya Industrial Area, Bengaluru 560058 | Fitted furniture for apartments
2020-02-03 vendor | Periyar Veneers | Biju Varghese | IX/204, Vallom Road, Perumbavoor, Ernakulam 683542 | Rubberwood plywood and decorative veneers | plywood veneer
2020-03-05 vendor | Brahmaputra Timber and Ply | Pranab Kalita | NH 31, Amingaon, Guwahati 781031 | Hardwood face veneers and marine plywood | plywood veneer
2020-07-22 oem | Thar Sofa Company | Mahendra Singh Rathore | E-88, Basni Phase II, Jodhpur 342005 | Sofas and upholstered seating
2020-09-01 vendor | Kutch Particle Boards | Rameshbhai Ahir | Survey 340, Padana, Gandhidham 370201 | Plain and pre-laminated particle board | particleBoard mdf
2020-10-19 oem | Coimbatore School Furniture | Senthil Kumar | SF 190, Avinashi Road, Coimbatore 641014 | Desks, benches and laboratory furniture
2020-12-07 vendor | Deccan Edge Profiles | Sandeep Kulkarni | Gat 1042, Pirangut, Pune 412115 | PVC and ABS edgeband, matched to laminates | edgeband
2021-01-11 oem | Vindhya Steel and Wood | Alka Jain | 23, Sector E, Sanwer Road, Indore 452015 | Lockers, racks and hostel beds
2021-02-16 vendor | Aravalli Hinges and Channels | Deepak Gupta | C-71, Sitapura Industrial Area, Jaipur 302022 | Soft-close hinges, drawer channels and lift-ups | hardware accessories
2021-03-29 oem | Konkan Cane Furniture | Sheetal Naik | Shed 14, MIDC Kudal, Sindhudurg 416520 | Cane and bamboo seating
2021-06-14 vendor hidden | Tungabhadra Adhesives and Coatings | Manjunath Hegde | Plot 9, Baikampady, Mangaluru 575011 | PU coatings, stains and wood adhesives | paint other
2021-08-03 oem | Yamuna Door Industries | Gurmeet Kaur | Khasra 118, Industrial Area, Yamunanagar 135001 | Flush doors, moulded doors and frames
2021-09-21 vendor | Rajputana Router Works | Vikram Shekhawat | H-1-203, RIICO Industrial Area, Bhiwadi 301019 | CNC routers, boring machines and spares | machinery spares
2021-10-12 oem | Hyderabad Hospitality Furniture | Farhan Siddiqui | 5-41, Phase III, Jeedimetla, Hyderabad 500055 | Case goods for hotels and hospitals
2021-12-01 vendor left | Sabarmati Foils | Kinjal Shah | 404, Odhav GIDC, Ahmedabad 382415 | PVC membrane foils | foils
2022-01-17 oem | Chennai Wardrobe Studio | Priya Raghavan | 77, South Avenue, Ambattur Estate, Chennai 600058 | Sliding wardrobes and lofts
2022-02-08 vendor | Vapi Acrylics | Nilesh Desai | 1602, GIDC Phase III, Vapi 396195 | Acrylic sheets and high-gloss panels | acrylicSheet acrylicPanels
2022-03-15 vendor | Kaveri WPC Profiles | Shruti Gowda | 55-B, Bommasandra Industrial Area, Bengaluru 560099 | WPC doors, PVC boards and louvres | wpcPvc
2022-04-26 oem | Ganga Bedroom Furniture | Amit Srivastava | B-19, Site IV, Greater Noida 201306 | Beds, dressers and mattress bases
2022-06-06 vendor | Ludhiana Cutting Tools | Balwinder Sandhu | 318, Focal Point Phase V, Ludhiana 141010 | TCT saw blades, router bits and sharpening | tools spares
2022-07-19 oem | Nilgiri Play Furniture | Anitha Joseph | 4/112, Kalamassery, Ernakulam 683104 | Children's furniture and play systems
2022-08-30 vendor | Luminaire Joinery Lighting | Rohit Malhotra | 64, Sector 63, Noida 201301 | LED profiles and cabinet lights | lighting accessories
2022-11-09 oem | Howrah Institutional Seating | Debjani Sen | Dhulagarh Industrial Park, Howrah 711302 | Auditorium and stadium seating
2022-12-20 vendor | Himadri MDF | Tsering Dolma | Plot 3, Changsari, Guwahati 781101 | Plain, moisture-resistant and carved MDF | mdf
2023-01-10 oem | Bhiwandi Retail Fixtures | Imtiyaz Shaikh | Gala 6, Kalher, Bhiwandi 421302 | Shop fittings and display counters
2023-02-21 vendor | Saharanpur Carving House | Zubair Ahmad | 21, Pul Kambohan, Saharanpur 247001 | Carved legs, mouldings and jali panels | accessories other
2023-03-13 oem | Chakan Panel Furniture | Vaishali Jadhav | Gat 381, Kuruli, Chakan, Pune 410501 | Flat-pack furniture for online retailers
2023-04-18 vendor | Odhav Spray Systems | Parth Trivedi | 72, Odhav GIDC, Ahmedabad 382415 | Spray booths, UV lines and sanding machines | machinery
2023-05-25 oem left | Awadh Heritage Furniture | Shabnam Rizvi | 11, Talkatora Industrial Estate, Lucknow 226011 | Carved drawing-room furniture
2023-07-04 vendor | Malabar Rubberwood | Rashid Koya | 8/40, Nilambur Road, Malappuram 679329 | Finger-jointed rubberwood boards | plywood other
2023-08-16 oem | Kundli Ready Kitchens | Sonal Aggarwal | Plot 1810, HSIIDC, Kundli, Sonipat 131028 | Carcasses and shutters in five days
2023-09-05 vendor | Shapar Handles | Bhavesh Sojitra | Plot 77, Shapar-Veraval, Rajkot 360024 | Zinc and aluminium handles and knobs | hardware accessories
2023-11-27 oem | Orange City Furniture | Manish Wankhede | J-24, MIDC Hingna, Nagpur 440016 | Government and library furniture
2024-01-08 vendor | Morbi Compact Surfaces | Urvashi Kalaria | Ghuntu Road, Morbi 363642 | Worktops, compact boards and textured laminates | laminate acrylicPanels
2024-02-12 oem | Surma Bamboo Works | Rituparna Das | Meherpur, Silchar 788015 | Engineered bamboo furniture
2024-03-19 vendor | Basni Upholstery Supplies | Nirmala Choudhary | F-31, Basni Phase II, Jodhpur 342005 | Fabrics, foam, webbing and zips | accessories other
2024-04-22 oem hidden | Whitefield Ergo Chairs | Karthik Shenoy | 9, EPIP Zone, Whitefield, Bengaluru 560066 | Ergonomic chairs and sit-stand desks
2024-06-10 vendor | Trinity Board Traders | Anil Thakkar | 35, Timber Yard, Reay Road, Mumbai 400010 | MDF, particle board and plywood from stock | mdf particleBoard plywood
2024-07-30 oem | Doon Cottage Furniture | Pooja Negi | Plot 52, SIDCUL, Selaqui, Dehradun 248011 | Pine furniture for resorts
2024-09-17 vendor | Panipat PVC Edge | Sumit Arora | Plot 214, Sector 29, Panipat 132103 | Edgeband tapes and matching foils | edgeband foils
2024-10-08 oem | Utkal Modular | Sasmita Mohanty | 61, Mancheswar Industrial Estate, Bhubaneswar 751010 | Modular kitchens for builders
2024-12-16 vendor | Vasai Paint Works | Clifford Pereira | 12, Waliv Phata, Vasai 401208 | Melamine, PU and water-based finishes | paint
2025-01-21 oem | Mithila Home Furniture | Rakesh Jha | D-7, Patliputra Industrial Area, Patna 800013 | Beds, almirahs and sofa sets
2025-02-24 vendor | Nashik Pneumatic Fasteners | Yogesh Pawar | 88, MIDC Ambad, Nashik 422010 | Staplers, brads and screws | tools hardware
2025-04-07 oem | Charminar Study Furniture | Ayesha Fatima | 16, Phase II, Cherlapally, Hyderabad 500051 | Study tables and bookshelves
2025-06-18 vendor | Bareilly Face Veneers | Kuldeep Gangwar | Parsakhera Industrial Area, Bareilly 243502 | Poplar and eucalyptus core and face veneer | veneer plywood
2025-08-12 oem | Narmada Outdoor Furniture | Swati Parmar | 303, Makarpura GIDC, Vadodara 390010 | Garden and poolside furniture
2025-09-23 vendor | Sri Ranga Saw Mills | Venkatesh Iyer | 24, Thudiyalur Road, Coimbatore 641034 | Seasoned teak, neem and acacia sizes | other
2025-11-05 oem | Loktak Reading Rooms | Thoibi Devi | Takyelpat Industrial Estate, Imphal 795001 | Library shelving and reading tables
2026-01-19 vendor | Kochi Marine Hardware | Sajan Mathew | 27/118, Edapally, Ernakulam 682024 | Stainless hinges, stays and locks | hardware
2026-02-10 oem | Jodhpur Loft Living | Aarti Purohit | G-1-60, Boranada, Jodhpur 342012 | Iron and mango-wood industrial style
2026-03-03 vendor | Rudra Automation | Chirag Ajmera | Plot 19, Aji GIDC, Rajkot 360003 | Return conveyors, panel stackers and retrofits | machinery spares
recently oem | Satpura Kids Rooms | Nidhi Dubey | 45, Govindpura Industrial Area, Bhopal 462023 | Bunk beds and study units
`
