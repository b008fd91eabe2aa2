import { generate } from 'lean-qr'
import { quietZone } from '#shared/qr.ts'

/** A QR code, dark on light in every theme so that cameras read it. */
export function QrCode({
  text,
  label,
  className = 'size-48 rounded-md border border-line',
}: {
  text: string
  /** None in a picture that has a name of its own. */
  label?: string | undefined
  className?: string | undefined
}) {
  const code = generate(text)
  const modules: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) modules.push(`M${x} ${y}h1v1h-1z`)
  const size = code.size + 2 * quietZone
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect x={-quietZone} y={-quietZone} width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  )
}
