import '#platform/web/zod-settings.ts'
import '#platform/web/theme.css'
import './without-script.css'
import { createRoot } from 'react-dom/client'
import { tidyLocation } from '#platform/web/state/link-token.ts'
import { watchTheme } from '#platform/web/state/theme.ts'
import { watchTranslatedTexts } from '#platform/web/translated-texts.ts'
import { Start } from './Start.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')

tidyLocation()
watchTheme()
watchTranslatedTexts()
createRoot(root).render(<Start />)
// Last, so that the notice stays and is shown when one of these fails.
document.getElementById('without-script')?.remove()
