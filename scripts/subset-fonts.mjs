// Makes the fonts of src/platform/web/fonts from their npm packages again: node scripts/subset-fonts.mjs
// The packages are installed outside of the project: nothing but this script needs them (docs/decisions/0029-inter.md).
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './run.mjs'

const packages = {
  'subset-font': '2.9.0',
  'inter-ui': '4.1.1',
  '@fontsource-variable/noto-sans-devanagari': '5.3.0',
}
const cache = join(root, '.cache', 'fonts')
const target = join(root, 'src', 'platform', 'web', 'fonts')

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')

/** English, the marks that transliterated Indian names carry, and the signs of the screens. */
const latin = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  'ĀāĒēĪīŌōŪūṚṛḌḍḤḥḶḷṀṁṂṃṄṅṆṇŚśṢṣṬṭŒœŠšŽžŸı',
  '\u0301\u0303\u0304\u0323',
  '‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄€₹™−×÷≈≠≤≥←↑→↓↵⌘⇧✓',
].join('')

const fonts = [
  {
    file: 'inter-latin.woff2',
    from: 'inter-ui/variable/InterVariable.woff2',
    text: latin,
    axes: { wght: { min: 400, max: 700 }, opsz: 14 },
    features: ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'],
  },
  {
    file: 'noto-sans-devanagari.woff2',
    from: '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2',
    text: [range(0x900, 0x97f), range(0x200b, 0x200d), range(0xa8e0, 0xa8ff), '\u25cc'].join(''),
    axes: { wght: { min: 400, max: 700 } },
  },
]
const licences = {
  'inter-LICENSE.txt': 'inter-ui/LICENSE.txt',
  'noto-sans-devanagari-LICENSE.txt': '@fontsource-variable/noto-sans-devanagari/LICENSE',
}

fs.mkdirSync(cache, { recursive: true })
const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
const { status } = spawnSync(
  'npm',
  ['install', '--prefix', cache, '--no-audit', '--no-fund', ...wanted],
  {
    stdio: 'inherit',
  },
)
if (status !== 0) throw new Error('The packages could not be installed')

const subsetFont = createRequire(join(cache, 'package.json'))('subset-font')
fs.mkdirSync(target, { recursive: true })
for (const { file, from, text, axes, features } of fonts) {
  const font = await subsetFont(fs.readFileSync(join(cache, 'node_modules', from)), text, {
    targetFormat: 'woff2',
    variationAxes: axes,
    ...(features && { keepFeatures: features }),
  })
  fs.writeFileSync(join(target, file), font)
  console.log(`${file}: ${(font.length / 1024).toFixed(1)} KiB`)
}
for (const [file, from] of Object.entries(licences))
  fs.copyFileSync(join(cache, 'node_modules', from), join(target, file))
