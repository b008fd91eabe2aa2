import { generate } from 'lean-qr'
import { quietZone } from '#shared/qr.ts'

/** A QR code, dark on light in every theme so that cameras read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const modules: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) modules.push(`M${x} ${y}h1v1h-1z`)
  const size = code.size + 2 * quietZone
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border border-line"
    >
      <rect x={-quietZone} y={-quietZone} width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  )
}
