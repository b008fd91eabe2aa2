/** Texts that would run a script, or add an element, if a page or a mail interpreted them as HTML. */
// cspell:disable
/** Elements that come from such a text carry this attribute. */
export const marker = 'data-xss'

const scripts = 'alert(1)'

const texts: readonly string[] = [
  `<script ${marker}>${scripts}</script>`,
  `"><script ${marker}>${scripts}</script>`,
  `'><script ${marker}>${scripts}</script>`,
  `<img ${marker} src=x onerror=${scripts}>`,
  `"><img ${marker} src=x onerror=${scripts}>`,
  `<svg ${marker} onload=${scripts}>`,
  `<svg ${marker}><script>${scripts}</script></svg>`,
  `<svg ${marker}><animate onbegin=${scripts} attributeName=x dur=1s>`,
  `<iframe ${marker} srcdoc="<script>parent.${scripts}</script>">`,
  `<iframe ${marker} src="javascript:${scripts}">`,
  `<body ${marker} onload=${scripts}>`,
  `<details ${marker} open ontoggle=${scripts}>`,
  `<input ${marker} autofocus onfocus=${scripts}>`,
  `<video ${marker}><source onerror=${scripts}></video>`,
  `<math ${marker}><mtext><table><mglyph><style><img src=x onerror=${scripts}>`,
  `<a ${marker} href="javascript:${scripts}">x</a>`,
  `<form ${marker} action="javascript:${scripts}"><button>x</button></form>`,
  `<object ${marker} data="data:text/html,<script>${scripts}</script>"></object>`,
  `<embed ${marker} src="data:image/svg+xml,<svg onload=${scripts}>">`,
  `<base ${marker} href="https://evil.example/">`,
  `<meta ${marker} http-equiv="refresh" content="0;url=https://evil.example">`,
  `<link ${marker} rel="stylesheet" href="https://evil.example/x.css">`,
  `<style ${marker}>*{display:none}</style>`,
  `<template ${marker}><script>${scripts}</script></template>`,
  `</title><script ${marker}>${scripts}</script>`,
  `</textarea><script ${marker}>${scripts}</script>`,
  `</script><script ${marker}>${scripts}</script>`,
  `--><script ${marker}>${scripts}</script>`,
  `]]><script ${marker}>${scripts}</script>`,
  `" ${marker} onmouseover="${scripts}`,
  `' ${marker} onfocus='${scripts}' autofocus='`,
  `\` ${marker} onerror=${scripts}`,
  `javascript:${scripts}`,
  `JaVaScRiPt:${scripts}`,
  `https://x.example/"${marker} onclick="${scripts}`,
  `https://x.example/<script ${marker}>${scripts}</script>`,
  `mailto:a@b.example"${marker} onclick="${scripts}`,
  `&lt;script ${marker}&gt;${scripts}&lt;/script&gt;`,
  `&#60;script ${marker}&#62;${scripts}&#60;/script&#62;`,
  `{{constructor.constructor('${scripts}')()}}`,
]

const disguises: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll(marker.toUpperCase(), marker),
  (text) => `Teak & Co ${text}`,
  (text) => text.replaceAll(' ', '/'),
  (text) => text.replaceAll('=', ' = '),
  (text) => `${text}${text}`,
  (text) => text.replaceAll('<', '\uFF1C').replaceAll('>', '\uFF1E'),
  (text) => `${text} https://teak.example ${text}`,
]

/** The first ones of 320 texts. */
export const xssStrings = (count: number): string[] =>
  disguises.flatMap((disguise) => texts.map(disguise)).slice(0, count)
