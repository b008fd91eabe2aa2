/** The materials vendors supply (contract 3.7): id and label, in display order. */
import { keysOf } from '#shared/records.ts'

export const materials = {
  machinery: 'Machinery',
  tools: 'Tools',
  spares: 'Spares',
  plywood: 'Plywood',
  mdf: 'MDF',
  particleBoard: 'Particle Board',
  acrylicPanels: 'Acrylic Panels etc',
  wpcPvc: 'WPC / PVC',
  laminate: 'Laminate',
  veneer: 'Veneer',
  foils: 'Foils',
  paint: 'Paint',
  acrylicSheet: 'Acrylic Sheet',
  edgeband: 'Edgeband',
  hardware: 'Hardware',
  accessories: 'Accessories',
  lighting: 'Lighting',
  other: 'Other',
} as const

export type Material = keyof typeof materials

export const materialIds = keysOf(materials)

const labels: Record<string, string> = materials

/** undefined for an unknown id. */
export const materialLabel = (id: string): string | undefined => labels[id]

/** The labels of what a vendor supplies; 'Other' is replaced by the vendor's own text if there is one. */
export const materialNames = (ids: readonly string[], other: string): string[] =>
  ids.map((id) => (id === 'other' && other ? other : (labels[id] ?? id)))

/** Options of a checkbox group. */
export const materialOptions = Object.entries(materials).map(([value, label]) => ({ value, label }))
