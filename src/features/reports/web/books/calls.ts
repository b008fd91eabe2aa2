import { sendRaw } from '#platform/web/api/client.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import * as endpoints from '../../books/endpoints.ts'

export interface DayBook {
  from: string
  to: string
  format: 'xlsx' | 'csv'
}

export const useDayBook = () =>
  useDownload((query: DayBook) => sendRaw(endpoints.getDayBook, { query }), {
    fallbackName: 'day-book.xlsx',
    type: 'application/octet-stream',
    failure: 'Failed to download the day book',
  })

export const useYearBook = () =>
  useDownload(
    (query: { year: string; format: DayBook['format'] }) =>
      sendRaw(endpoints.getYearBook, { query }),
    {
      fallbackName: 'year-book.xlsx',
      type: 'application/octet-stream',
      failure: 'Failed to download the year book',
    },
  )

export const useGstRegister = () =>
  useDownload(
    (query: { year: string; format: DayBook['format'] }) =>
      sendRaw(endpoints.getGstRegister, { query }),
    {
      fallbackName: 'gst-register.xlsx',
      type: 'application/octet-stream',
      failure: 'Failed to download the GST register',
    },
  )

export const useTallyXml = () =>
  useDownload((query: { year: string }) => sendRaw(endpoints.getTallyXml, { query }), {
    fallbackName: 'tally.xml',
    type: 'application/xml',
    failure: 'Failed to download the file for Tally',
  })
