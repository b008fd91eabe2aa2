// cspell:ignore Mistri kaarigar karigar maharastra
import { describe, expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { posting } from '#test/support/samples.ts'
import type { Job } from '../answers.ts'
import type { JobPosting } from '../contract.ts'

async function board(engine: Engine, jobs: Partial<JobPosting>[]) {
  const portal = await testPortal(engine)
  const [oem, admin, seeker] = [
    await portal.as('oem'),
    await portal.as('admin'),
    await portal.as('seeker'),
  ]
  const put = async (words: Partial<JobPosting>) => {
    portal.advanceClock(1000)
    const job = await oem.post('/api/jobs', { ...posting, ...words })
    await admin.put(`/api/admin/jobs/${job.id}/status`, { status: 'approved' })
    return job
  }
  const done = []
  for (const words of jobs) done.push(await put(words))
  return { portal, oem, admin, seeker, put, jobs: done }
}

const titles = (jobs: Job[]) => jobs.map(({ title }) => title)

async function page(client: TestClient, path: string) {
  const answer = await client.request('GET', path)
  const link = answer.headers.get('Link')
  return {
    titles: titles((await answer.json()) as Job[]),
    total: answer.headers.get('X-Total-Count'),
    next: link?.match(/^<(\/[^>]+)>; rel="next"$/)?.[1],
  }
}

describe.each(engines)('the job board on %s', (engine) => {
  test('lists jobs newest first, as one array', async () => {
    const { seeker } = await board(engine, [{ title: 'First' }, { title: 'Second' }])
    expect(await page(seeker, '/api/jobs')).toEqual({
      titles: ['Second', 'First'],
      total: '2',
      next: undefined,
    })
  })

  test('pages without gaps or duplicates while new jobs arrive', async () => {
    const names = Array.from({ length: 7 }, (_, n) => ({ title: `Job ${n}` }))
    const { seeker, put } = await board(engine, names)
    const titlesSeen: string[] = []
    let path: string | undefined = '/api/jobs?search=job&limit=3'
    for (let n = 0; path; n++) {
      const { titles: part, next, total } = await page(seeker, path)
      titlesSeen.push(...part)
      expect(total).toBe(String(7 + n))
      await put({ title: `Job new ${n}` })
      path = next
    }
    expect(titlesSeen).toEqual(names.map(({ title }) => title).reverse())
  })

  test('pages jobs with equal creation times', async () => {
    const { portal, oem, admin } = await board(engine, [])
    for (let n = 0; n < 5; n++) await oem.post('/api/jobs', { ...posting, title: `Job ${n}` })
    const first = await page(admin, '/api/admin/pending-jobs?limit=2')
    const second = await page(admin, first.next ?? '')
    const third = await page(admin, second.next ?? '')
    const all = [...first.titles, ...second.titles, ...third.titles]
    expect([...all].sort()).toEqual(['Job 0', 'Job 1', 'Job 2', 'Job 3', 'Job 4'])
    expect(third.next).toBeUndefined()
    expect(portal.clock.now.toISOString()).toBe('2025-01-05T09:00:00.000Z')
  })
})

test.each([
  ['limit=0', 'Please ask for 1 to 200 jobs at a time'],
  ['limit=201', 'Please ask for 1 to 200 jobs at a time'],
  ['limit=two', 'Please ask for 1 to 200 jobs at a time'],
  ['cursor=nonsense', 'This list has changed; please reload it'],
  ['cursor=WyJcdTAwMDAiLCJhIl0', 'This list has changed; please reload it'],
  ['location_type=moon', 'Please select a location type'],
  ['min_pay=0', 'Please enter the pay in whole rupees, for example 18000'],
  ['min_pay=much', 'Please enter the pay in whole rupees, for example 18000'],
])('the job board refuses ?%s', async (query, message) => {
  const { seeker } = await board('SQLite', [])
  await expect(seeker.get(`/api/jobs?${query}`)).rejects.toThrow(`400: ${message}`)
})

describe.each(engines)('searching the board on %s', (engine) => {
  const jobs: Partial<JobPosting>[] = [
    { title: 'CNC Operator', location: 'Pune', description: 'Pays 100% on time' },
    { title: 'प्रेस ऑपरेटर', location: 'नागपुर', employment_type: 'contract' },
    {
      title: 'ÉBÉNISTE',
      location: 'Puducherry',
      description: 'wood_work',
      location_type: 'hybrid',
    },
    { title: 'Sales 1000', location: 'Delhi', description: 'back\\slash', location_type: 'remote' },
    { title: 'बढ\u093cई', location: 'जोधपुर' },
  ]
  const all = ['बढ\u093cई', 'Sales 1000', 'ÉBÉNISTE', 'प्रेस ऑपरेटर', 'CNC Operator']
  const cases: [string, string[]][] = [
    ['operator', ['CNC Operator', 'प्रेस ऑपरेटर']],
    ['OPERATOR pune', ['CNC Operator']],
    ['operator delhi', []],
    ['पुर', ['बढ\u093cई', 'प्रेस ऑपरेटर']],
    ['ऑपरेटर', ['प्रेस ऑपरेटर', 'CNC Operator']],
    ['बढई', ['बढ\u093cई']],
    ['बढ\u093cई', ['बढ\u093cई']],
    ['ब\u095dई', ['बढ\u093cई']],
    ['ébéniste', ['ÉBÉNISTE']],
    ['Teak & co', all],
    ['100%', ['CNC Operator']],
    ['%', ['CNC Operator']],
    ['_', ['ÉBÉNISTE']],
    ['\\', ['Sales 1000']],
    ['hybrid', ['ÉBÉNISTE']],
    ['contract', ['प्रेस ऑपरेटर']],
    ["'; drop table job; --", []],
    [' ', all],
  ]
  test('matches parts of words in any script and takes % and _ literally', async () => {
    const { seeker } = await board(engine, jobs)
    for (const [search, expected] of cases) {
      const found = await seeker.get(`/api/jobs?search=${encodeURIComponent(search)}`)
      expect([search, titles(found)]).toEqual([search, expected])
    }
    expect(titles(await seeker.get('/api/jobs?location_type=remote'))).toEqual(['Sales 1000'])
    expect(
      titles(await seeker.get('/api/jobs?employment_type=contract&location_type=remote')),
    ).toEqual([])
  })
})

describe.each(engines)('the pay of jobs on the board on %s', (engine) => {
  test('is compared by the month, as its highest amount', async () => {
    const { seeker } = await board(engine, [
      { title: 'None' },
      { title: 'Month', pay_min: 12_000, pay_max: 20_000, pay_period: 'month' },
      { title: 'From', pay_min: 20_000, pay_period: 'month' },
      // 769 rupees by 26 days are 19,994, 770 are 20,020.
      { title: 'Day', pay_max: 770, pay_period: 'day' },
      { title: 'Low day', pay_max: 769, pay_period: 'day' },
      { title: 'Hour', pay_min: 100, pay_period: 'hour' },
      { title: 'Job', pay_max: 90_000, pay_period: 'job' },
    ])
    const paying = async (rupees: number) => titles(await seeker.get(`/api/jobs?min_pay=${rupees}`))
    expect(await paying(20_000)).toEqual(['Hour', 'Day', 'From', 'Month'])
    expect(await paying(20_801)).toEqual([])
    expect(await paying(1)).toEqual(['Hour', 'Low day', 'Day', 'From', 'Month'])
  })
})

describe.each(engines)('a search of the board with typing errors on %s', (engine) => {
  const jobs: Partial<JobPosting>[] = [
    { title: 'Carpenter 1' },
    { title: 'Carpentar, sofa' },
    { title: 'Carpenter 2', location_type: 'remote' },
    { title: 'Polisher' },
  ]

  test('lists exact matches first, then similar ones, newest first', async () => {
    const { seeker, admin } = await board(engine, jobs)
    const search = async (query: string) => titles(await seeker.get(`/api/jobs?search=${query}`))
    expect(await search('carpentar')).toEqual(['Carpentar, sofa', 'Carpenter 2', 'Carpenter 1'])
    expect(await search('carpenter')).toEqual(['Carpenter 2', 'Carpenter 1', 'Carpentar, sofa'])
    expect(await search('carpentar&location_type=remote')).toEqual(['Carpenter 2'])
    expect(await search('carpentar%20polisher')).toEqual([])
    // Other lists take the search as it is typed.
    expect(titles(await admin.get('/api/admin/approved-jobs?search=polishar'))).toEqual([])
    expect(await search('polishar')).toEqual(['Polisher'])
  })

  test('finds words of the trade in Hindi and in English, those as typed first', async () => {
    const { seeker } = await board(engine, [
      { title: 'बढ़ई (फर्नीचर फिटिंग)' },
      { title: 'Carpenter' },
      { title: 'Sofa badhai' },
      { title: 'Polisher' },
    ])
    const search = async (query: string) =>
      titles(await seeker.get(`/api/jobs?search=${encodeURIComponent(query)}`))
    expect(await search('carpenter')).toEqual(['Carpenter', 'Sofa badhai', 'बढ़ई (फर्नीचर फिटिंग)'])
    expect(await search('बढई')).toEqual(['बढ़ई (फर्नीचर फिटिंग)', 'Sofa badhai', 'Carpenter'])
    expect(await search('furniture carpenter')).toEqual(['बढ़ई (फर्नीचर फिटिंग)'])
  })

  test('understands mistyped words of the trade, and states', async () => {
    const { seeker } = await board(engine, [
      { title: 'बढ़ई चाहिए', location: 'Boranada, Jodhpur' },
      { title: 'Mistri', location: 'Pune 411001' },
      { title: 'Polisher', location: 'Jaipur' },
    ])
    const found = {
      carpanter: ['बढ़ई चाहिए'],
      'carpanter rajasthan': ['बढ़ई चाहिए'],
      kaarigar: ['बढ़ई चाहिए'],
      कारीगर: ['बढ़ई चाहिए'],
      'karigar in Maharashtra': [],
      'polishar राजस्थान': ['Polisher'],
      maharastra: ['Mistri'],
    }
    for (const [search, expected] of Object.entries(found)) {
      const jobs = await seeker.get(`/api/jobs?search=${encodeURIComponent(search)}`)
      expect([search, titles(jobs)]).toEqual([search, expected])
    }
  })

  test('finds places in Hindi and in English, with or without words between', async () => {
    const { seeker } = await board(engine, [
      { title: 'Carpenter', location: 'Jodhpur' },
      { title: 'Carpenter', location: 'Pune' },
    ])
    for (const query of ['carpenter in jodhpur', 'बढ़ई जोधपुर', 'जोधपुर में badhai']) {
      const jobs = await seeker.get(`/api/jobs?search=${encodeURIComponent(query)}`)
      expect(jobs.map(({ location }) => location)).toEqual(['Jodhpur'])
    }
  })

  test('is paged without gaps or duplicates', async () => {
    const { seeker, put } = await board(engine, jobs)
    const found: string[] = []
    let path: string | undefined = '/api/jobs?search=carpentar&limit=1'
    while (path) {
      const { titles: part, next } = await page(seeker, path)
      found.push(...part)
      // Before the page that was read: it belongs to none of the next pages.
      if (found.length === 2) await put({ title: 'Carpentar, new' })
      path = next
    }
    expect(found).toEqual(['Carpentar, sofa', 'Carpenter 2', 'Carpenter 1'])
  })
})

describe.each(engines)('saved jobs on %s', (engine) => {
  test('are listed per person, last saved first, and can be removed', async () => {
    const { portal, seeker, jobs } = await board(engine, [{ title: 'First' }, { title: 'Second' }])
    for (const job of [...jobs].reverse()) {
      portal.advanceClock(1000)
      const answer = await seeker.put(`/api/jobs/${job.id}/saved`, { saved: true })
      expect(answer).toMatchObject({ id: job.id, saved: true })
    }
    await seeker.put(`/api/jobs/${jobs[1]?.id}/saved`, { saved: true })
    expect(titles(await seeker.get('/api/jobs/saved'))).toEqual(['First', 'Second'])
    const one = await page(seeker, '/api/jobs/saved?limit=1')
    expect((await page(seeker, one.next ?? '')).titles).toEqual(['Second'])
    const vendor = await portal.as('vendor')
    expect(await vendor.get('/api/jobs/saved')).toEqual([])
    expect(await vendor.get('/api/jobs')).toMatchObject([{ saved: false }, { saved: false }])

    await seeker.put(`/api/jobs/${jobs[0]?.id}/saved`, { saved: false })
    expect(titles(await seeker.get('/api/jobs/saved'))).toEqual(['Second'])
    expect(await seeker.get('/api/jobs')).toMatchObject([{ saved: true }, { saved: false }])
  })

  test('stay listed off the board, with their status but without unreviewed text', async () => {
    const { oem, seeker, jobs } = await board(engine, [{ title: 'First' }])
    const id = jobs[0]?.id
    await seeker.put(`/api/jobs/${id}/saved`, { saved: true })
    await oem.put(`/api/jobs/${id}`, { ...posting, title: 'Unread words' })
    expect(await seeker.get('/api/jobs')).toEqual([])
    const gone = { title: 'First', status: 'pending', how_to_apply: '' }
    expect(await seeker.get('/api/jobs/saved')).toMatchObject([gone])
    expect(await seeker.get(`/api/jobs/${id}`)).toMatchObject(gone)
    await oem.put(`/api/jobs/${id}/status`, { status: 'filled' })
    expect(await seeker.get('/api/jobs/saved')).toMatchObject([{ status: 'filled' }])
    await seeker.put(`/api/jobs/${id}/saved`, { saved: false })
    await expect(seeker.get(`/api/jobs/${id}`)).rejects.toThrow('404: Job not found')
  })

  test('must be on the board when they are saved', async () => {
    const { oem, seeker } = await board(engine, [])
    const { id } = await oem.post('/api/jobs', posting)
    await expect(seeker.put(`/api/jobs/${id}/saved`, { saved: true })).rejects.toThrow('404')
  })
})
