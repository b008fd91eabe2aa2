/** The plots of the board book with their rows, for the screen, the PDF, the pictures and the workbook. */

import type { DocumentLanguage } from '#shared/association-details.ts'
import { numericDate } from '#shared/dates.ts'
import { stateName } from '#shared/india/states.ts'
import { formatRupees, shortRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { BoardBook, Sums } from './answers.ts'
import {
  bookFigures,
  isMoneyFigure,
  otherFigures,
  type PlottedFigure,
  plottedFigures,
  type StateKey,
} from './contract.ts'
import { bookTexts } from './texts.ts'

export interface PlotRow {
  /** A month, a state, or the index of a year of joining. */
  key: string
  label: string
  /** Below a column. */
  shortLabel: string
  /** In the order of the series. */
  values: readonly number[]
  /** The share of the first series, like '75 %'. */
  share?: string
}

export interface Plot {
  key: string
  /** undefined: retention. */
  figure: PlottedFigure | undefined
  group: 'month' | 'state' | 'joining year'
  title: string
  /** A second line; '' for none. */
  note: string
  rowHeading: string
  totalHeading: string
  /** The heading of the shares; undefined without them. */
  shareHeading: string | undefined
  series: readonly { key: 'oem' | 'vendor' | 'retained' | 'left'; name: string }[]
  rows: readonly PlotRow[]
  total: PlotRow
  /** The sentence that is shown instead of a plot without values. */
  empty: string
  isMoney: boolean
}

/** Plots in the order of the page. The tables by type have the other figures: they are few. */
export function plotsOf(book: BoardBook, language: DocumentLanguage): Plot[] {
  return [
    ...plottedFigures.map((figure) => monthPlot(book, figure, language)),
    ...plottedFigures.map((figure) => statePlot(book, figure, language)),
    retentionPlot(book, language),
  ]
}

export const isEmpty = ({ total }: Plot): boolean => total.values.every((value) => value === 0)

export const totalOf = ({ values }: Pick<PlotRow, 'values'>): number => sum(values)

export const formatValue = ({ isMoney }: Pick<Plot, 'isMoney'>, value: number): string =>
  isMoney ? formatRupees(value) : formatCount(value)

/** In a table, where a sum of nothing is a dash. */
export const figureText = (plot: Pick<Plot, 'isMoney'>, value: number): string =>
  plot.isMoney && value === 0 ? '–' : formatValue(plot, value)

/** For narrow places. */
export const formatShort = ({ isMoney }: Pick<Plot, 'isMoney'>, value: number): string =>
  isMoney ? shortRupees(value) : formatCount(value)

/** Above a column; '' for an empty one. */
export const columnText = (plot: Plot, row: PlotRow): string => {
  if (totalOf(row) === 0) return ''
  return row.share ?? formatShort(plot, totalOf(row))
}

function monthPlot(book: BoardBook, figure: PlottedFigure, language: DocumentLanguage): Plot {
  const texts = bookTexts[language]
  const rows = book.months
    .filter(({ month, oem, vendor }) => /^\d/.test(month) || oem[figure] + vendor[figure] > 0)
    .map(({ month, oem, vendor }) => ({
      key: month,
      ...monthLabels(month, language),
      values: [oem[figure], vendor[figure]],
    }))
  return {
    ...typesPlot(book, figure, language),
    key: `${figure}-by-month`,
    group: 'month',
    title: texts.byMonth[figure],
    rowHeading: texts.month,
    rows,
  }
}

function monthLabels(month: string, language: DocumentLanguage) {
  const { before, shortBefore, later, shortLater, months } = bookTexts[language]
  if (month === 'before') return { label: before, shortLabel: shortBefore }
  if (month === 'later') return { label: later, shortLabel: shortLater }
  const name = months[Number(month.slice(5)) - 1] ?? ''
  return { label: `${name} ${month.slice(0, 4)}`, shortLabel: name }
}

function statePlot(book: BoardBook, figure: PlottedFigure, language: DocumentLanguage): Plot {
  const texts = bookTexts[language]
  const rows = book.states
    .map(({ state, oem, vendor }) => ({
      key: state,
      label: stateLabel(state, language),
      shortLabel: '',
      values: [oem[figure], vendor[figure]],
    }))
    .filter((row) => totalOf(row) > 0)
    // The largest first; those that are not recorded last.
    .sort((a, b) => Number(a.key === 'none') - Number(b.key === 'none') || totalOf(b) - totalOf(a))
  return {
    ...typesPlot(book, figure, language),
    key: `${figure}-by-state`,
    group: 'state',
    title: texts.byState[figure],
    rowHeading: texts.state,
    rows,
  }
}

const stateLabel = (state: StateKey, language: DocumentLanguage): string =>
  state === 'none' ? bookTexts[language].notRecorded : stateName(state, language)

/** What the plots of OEM members and vendors have in common. */
function typesPlot({ types }: BoardBook, figure: PlottedFigure, language: DocumentLanguage) {
  const texts = bookTexts[language]
  return {
    figure,
    note: '',
    totalHeading: texts.total,
    shareHeading: undefined,
    series: [
      { key: 'oem', name: texts.oem },
      { key: 'vendor', name: texts.vendor },
    ] as const,
    total: {
      key: 'total',
      label: texts.total,
      shortLabel: '',
      values: [types.oem[figure], types.vendor[figure]],
    },
    empty: texts.nothing[figure],
    isMoney: isMoneyFigure(figure),
  }
}

function retentionPlot(book: BoardBook, language: DocumentLanguage): Plot {
  const texts = bookTexts[language]
  const rows = book.retention.map((cohort, index) => {
    const firstShown = book.retention[index + 1]?.name ?? book.year
    const isEarlier = cohort.from === null
    return {
      key: String(index),
      label: isEarlier ? texts.earlier(firstShown) : cohort.name,
      shortLabel: isEarlier ? `< ${firstShown.slice(2)}` : cohort.name.slice(2),
      ...retentionValues([cohort]),
    }
  })
  return {
    key: 'retention',
    figure: undefined,
    group: 'joining year',
    title: texts.retention,
    note: texts.retentionNote(numericDate(book.as_of)),
    rowHeading: texts.joiningYear,
    totalHeading: texts.total,
    shareHeading: texts.share,
    series: [
      { key: 'retained', name: texts.retained },
      { key: 'left', name: texts.left },
    ],
    rows,
    total: {
      key: 'total',
      label: texts.total,
      shortLabel: '',
      ...retentionValues(book.retention),
    },
    empty: texts.noMembers,
    isMoney: false,
  }
}

function retentionValues(cohorts: BoardBook['retention']) {
  const sumOf = (group: 'retained' | 'left') =>
    sum(cohorts, ({ oem, vendor }) => oem[group] + vendor[group])
  const [retained, left] = [sumOf('retained'), sumOf('left')]
  const share = retained + left === 0 ? '' : `${Math.round((100 * retained) / (retained + left))} %`
  return { values: [retained, left], share }
}

export interface TypeRow {
  key: 'oem' | 'vendor' | 'total'
  label: string
  /** Who has paid for the last day that counts. */
  paid: number
  sums: Sums
}

/** The rows of the tables by type: the members who joined, lapsed and have paid, the dues and the other charges. */
export function typeRows({ types, retention }: BoardBook, language: DocumentLanguage): TypeRow[] {
  const texts = bookTexts[language]
  const rowOf = (key: 'oem' | 'vendor'): TypeRow => ({
    key,
    label: texts[key],
    paid: sum(retention, (cohort) => cohort[key].retained),
    sums: types[key],
  })
  const [oem, vendor] = [rowOf('oem'), rowOf('vendor')]
  const total = { ...oem.sums }
  for (const figure of bookFigures) total[figure] += vendor.sums[figure]
  return [
    oem,
    vendor,
    { key: 'total', label: texts.total, paid: oem.paid + vendor.paid, sums: total },
  ]
}

/** Whether the year has charges other than dues. */
export const hasOtherCharges = ({ types: { oem, vendor } }: BoardBook): boolean =>
  otherFigures.some((figure) => oem[figure] + vendor[figure] > 0)

/** What was collected without being raised, in rupees; undefined for nothing. */
export function unraisedText({ types: { oem, vendor } }: BoardBook): string | undefined {
  const paise = oem.unraised + vendor.unraised
  return paise > 0 ? formatRupees(paise) : undefined
}
