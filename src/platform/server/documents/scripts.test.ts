import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inkOf, pdfLines, pdfPicture } from '#test/support/pdf.ts'
import { openDocument, type PdfDocument } from './document.ts'
import { fontFile, type Script, scripts } from './font-files.ts'
import { drawable } from './letters.ts'
import { shapeText } from './shaping.ts'
import { fontNameOf, runsOf } from './text-runs.ts'
import { undrawableLetters } from './undrawable.ts'

/** Names and firms as they are in registers, with the conjuncts and signs that shaping errs on. */
const names: Record<Exclude<Script, 'Latin'>, readonly string[]> = {
  Devanagari: [
    'श्री गणेश पटेल',
    'ज्ञानेश्वर क्षत्रिय',
    'दऱ्याखोऱ्यातील ऱ्हस्व',
    'विश्वेश्वर ब्रह्मदत्त',
    'बढ़ई फ़र्नीचर ड्रॉइंग',
    'हर्ष वर्धन सिद्धार्थ',
    'क्‍षीरसागर',
  ],
  Gujarati: [
    'શ્રી ગણેશ પટેલ',
    'શ્રી ગણેશ ફર્નિચર',
    'જ્યોત્સ્ના ત્રિવેદી',
    'ક્ષિતિજ કૃષ્ણકાંત શાહ',
    'વિદ્યુત દ્વિવેદી',
    'હર્ષદ બ્રહ્મભટ્ટ',
    'રૂપેશ જ્ઞાની',
    'પ્રદ્યુમ્ન વ્યાસ',
  ],
  Tamil: [
    'முருகன்',
    'முருகன் மர வேலைகள்',
    'ஸ்ரீ லக்ஷ்மி',
    'கிருஷ்ணமூர்த்தி',
    'தொல்காப்பியன்',
    'சௌந்தரராஜன்',
    'கோவிந்தசாமி ஜெயலலிதா',
  ],
  Telugu: [
    'శ్రీనివాస్ రెడ్డి',
    'వెంకటేశ్వర్లు',
    'కృష్ణమూర్తి',
    'లక్ష్మీ నారాయణ',
    'జ్ఞానేశ్వర్',
    'ఉడ్ వర్క్స్ హైదరాబాద్',
    'ధర్మేంద్ర స్త్రీ సంఘం',
  ],
  Kannada: [
    'ಶ್ರೀನಿವಾಸ ಮೂರ್ತಿ',
    'ಕೃಷ್ಣಪ್ಪ',
    'ಲಕ್ಷ್ಮೀ ಜ್ಞಾನೇಂದ್ರ',
    'ಸಿದ್ಧಾರ್ಥ',
    'ಚಂದ್ರಶೇಖರ್',
    'ಕರ್ನಾಟಕ ಫರ್ನಿಚರ್',
    'ಪ್ರಕಾಶ್ ಶೆಟ್ಟಿ',
  ],
  Malayalam: [
    'ശ്രീകുമാർ',
    'കൃഷ്ണൻ നായർ',
    'ലക്ഷ്മി ഉണ്ണികൃഷ്ണൻ',
    'മാത്യു വർഗ്ഗീസ്',
    'അബ്ദുൽ റഹ്മാൻ',
    'ജ്യോതിർമയി മോഹൻലാൽ',
    'ഫർണിച്ചർ സ്ഥാപനം',
    'അവന്‍ ക്ഷേത്രം',
  ],
  Bengali: [
    'শ্রী গণেশ চন্দ্র',
    'কৃষ্ণেন্দু মুখোপাধ্যায়',
    'লক্ষ্মী বন্দ্যোপাধ্যায়',
    'জ্ঞানেন্দ্র দত্ত',
    'রবীন্দ্রনাথ ঠাকুর',
    'উৎপল ভট্টাচার্য সৌমিত্র',
    'ৰঞ্জন বৰুৱা',
    'ক্ষীৰোদ শইকীয়া র‍্যাম',
  ],
  Gurmukhi: [
    'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
    'ਹਰਵਿੰਦਰ ਕੌਰ',
    'ਕ੍ਰਿਸ਼ਨ ਸ਼੍ਰਮਾ',
    'ਸ਼੍ਰੀ ਗੁਰੂ ਫਰਨੀਚਰ',
    'ਪ੍ਰੇਮ ਸ੍ਵਰਨ ਬਲਜ੍ਹੀਤ',
    'ਰਾਜਿੰਦਰ ਮੱਖਣ ਚੰਡੀਗੜ੍ਹ',
    'ਜ਼ੋਰਾਵਰ ਖ਼ਾਨ ਦ੍ਵਾਰਕਾ',
  ],
  Oriya: [
    'ଶ୍ରୀ ଜଗନ୍ନାଥ',
    'କ୍ଷୀରୋଦ ପ୍ରଧାନ',
    'ଲକ୍ଷ୍ମୀ ମହାନ୍ତି',
    'ଜ୍ଞାନେନ୍ଦ୍ର ପଣ୍ଡା',
    'ବିଶ୍ୱନାଥ ତ୍ରିପାଠୀ',
    'କୃଷ୍ଣଚନ୍ଦ୍ର ବ୍ରହ୍ମପୁର',
    'ଓଡ଼ିଶା ଫର୍ଣ୍ଣିଚର',
  ],
  Arabic: [
    'محمد اقبال',
    'عبدالرحمٰن خان',
    'شیخ فاروق احمد',
    'نصیرالدین شاہ',
    'گلزار ٹھیکیدار',
    'بڑے میاں اینڈ سنز',
    'مولانا ابوالکلام آزاد',
  ],
  Meetei_Mayek: ['ꯂꯩꯁꯥꯡ ꯊꯝꯕꯥꯜ', 'ꯃꯩꯇꯩ ꯃꯌꯦꯛ', 'ꯏꯕꯣꯝꯆꯥ ꯁꯤꯡꯍ'],
  Ol_Chiki: ['ᱥᱟᱱᱛᱟᱲᱤ', 'ᱨᱟᱹᱜᱷᱩ ᱢᱩᱨᱢᱩ', 'ᱵᱤᱨᱥᱟ ᱢᱩᱰᱟᱹ'],
}
const all = Object.entries(names).flatMap(([script, list]) =>
  list.map((name) => ({ script: script as Script, name })),
)

function pageOf(texts: readonly string[], bold: boolean): PdfDocument {
  const document = blank()
  let y = 20
  for (const text of texts) y += document.text(text, { x: 20, y, width: 540 }, { bold })
  return document
}

function blank(size?: [number, number]): PdfDocument {
  const date = new Date('2026-01-05T09:00:00Z')
  const document = openDocument({ title: 'Names', author: 'PMA', language: 'en', date })
  document.addPage(size)
  return document
}

describe.each([false, true])('names in the scripts of India (bold: %s)', (bold) => {
  test.each(Object.keys(names) as (keyof typeof names)[])('in %s are read back', async (script) => {
    // How readers order a line of both directions is their own matter.
    const texts = names[script].map((name) => (script === 'Arabic' ? name : `M/s ${name} & Co`))
    const lines = pdfLines(await pageOf(texts, bold).toPdf())
    expect(lines.map(withoutDirections)).toEqual(texts.map((text) => text.normalize('NFC')))
  })

  test.each(all)('$name has a glyph for each letter', async ({ script, name }) => {
    const runs = runsOf(name.normalize('NFC')).filter(({ text }) => text !== ' ')
    expect(new Set(runs.map((run) => run.script))).toEqual(new Set([script]))
    for (const run of runs)
      for (const glyph of shapeText(fontNameOf(run, bold), run.text).glyphs)
        expect(glyph.id).toBeGreaterThan(0)
    expect(await undrawableLetters(name)).toEqual([])
  })
})

// Pango, which lays out text for sharp, draws the same font. Large, because the settings of a machine for its fonts fit
// the outlines of small letters to pixels.
const dpi = 288

test.each(all)('$name looks as it should', async ({ script, name }) => {
  const document = blank([500, 80])
  document.text(name, { x: 10, y: 20, width: 480 }, { size: 24 })
  const ours = await inkOf(await pdfPicture(await document.toPdf(), dpi), size)
  const reference = await sharp({
    text: { text: name, fontfile: fontFile(script), font: familyOf(script), dpi, rgba: true },
  })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
  expect(overlap(ours, await inkOf(reference, size))).toBeGreaterThan(0.65)
})

// Shows that the comparison above can fail.
test('Characters that are not joined look otherwise', async () => {
  const pictures = ['क्षत्रिय', Array.from('क्षत्रिय').join('\u200C')].map(async (text) => {
    const document = blank([300, 60])
    document.text(text, { x: 10, y: 10, width: 280 }, { size: 24 })
    return inkOf(await pdfPicture(await document.toPdf(), 144), size)
  })
  const [joined, apart] = await Promise.all(pictures)
  expect(overlap(joined, apart)).toBeLessThan(0.5)
})

test('Urdu runs from right to left between Latin words and digits', () => {
  const visual = (line: string) => runsOf(line).map(({ text }) => text)
  expect(visual('محمد اقبال')).toEqual(['اقبال', ' ', 'محمد'])
  expect(visual('M/s محمد اقبال & Sons')).toEqual(['M/s ', 'اقبال', ' ', 'محمد', ' & Sons'])
  expect(visual('پلاٹ 12، پونے 411042')).toEqual([
    '411042',
    ' ',
    'پونے',
    ' ',
    '،',
    '12',
    ' ',
    'پلاٹ',
  ])
  expect(visual('احمد (خان) ۱۲۳')).toEqual(['۱۲۳', ' ', '(', 'خان', ')', ' ', 'احمد'])
})

// Every text that can be typed can be printed.
test('any sequence of letters is drawn, without the sign for a missing glyph', () => {
  const ranges = [
    [0x20, 0x24f],
    [0x600, 0x6ff],
    [0x900, 0xd7f],
    [0x1c50, 0x1c7f],
    [0x2000, 0x214f],
    [0xabc0, 0xabff],
    [0xfb50, 0xfdff],
  ] as const
  const letter = fc.oneof(...ranges.map(([min, max]) => fc.integer({ min, max })))
  const ofOneScript = fc
    .tuple(fc.nat(ranges.length - 1), fc.array(fc.nat(0x47f), { maxLength: 12 }))
    .map(([index, offsets]) => {
      const [min, max] = ranges[index] ?? ranges[0]
      return offsets.map((offset) => min + (offset % (max - min + 1)))
    })
  const texts = fc.oneof(ofOneScript, fc.array(letter, { maxLength: 12 }))
  fc.assert(
    fc.property(texts, (codePoints) => {
      const text = drawable(String.fromCodePoint(...codePoints))
      for (const line of text.split('\n'))
        for (const run of runsOf(line))
          for (const { id } of shapeText(fontNameOf(run, false), run.text).glyphs)
            expect(id).toBeGreaterThan(0)
      expect(drawable(text)).toBe(text)
      expect(text).not.toContain('\uFFFD')
    }),
    { numRuns: 1000 },
  )
})

test('each script has names here, and a font in both weights', () => {
  expect(Object.keys(names).toSorted()).toEqual(
    scripts.filter((script) => script !== 'Latin').toSorted(),
  )
})

const withoutDirections = (line: string): string =>
  line.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '').trim()

const size = { width: 300, height: 80 }
const familyOf = (script: Script) => `Noto Sans ${script.replace('_', ' ')} 24`

/** The share of ink that two pictures have in common: 1 for equal ones. */
function overlap(first: Buffer | undefined, second: Buffer | undefined): number {
  let common = 0
  let all = 0
  for (const [index, value] of (second ?? []).entries()) {
    common += Math.min(value, first?.[index] ?? 0)
    all += Math.max(value, first?.[index] ?? 0)
  }
  return common / all
}
