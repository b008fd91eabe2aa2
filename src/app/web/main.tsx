import '#platform/web/zod-settings.ts'
import '#platform/web/theme.css'
import './without-script.css'
import { createRoot } from 'react-dom/client'
import { watchTheme } from '#platform/web/state/theme.ts'
import { Start } from './Start.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')

document.getElementById('without-script')?.remove()
watchTheme()
createRoot(root).render(<Start />)
