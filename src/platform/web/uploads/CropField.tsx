import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { type Crop, drawCrop, moveCrop } from './crop.ts'

/** Chooses the square of a picture: by dragging, by arrow keys, and nearer or farther by a slider. */
export function CropField({ crop, onChange }: { crop: Crop; onChange: (crop: Crop) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const id = useId()
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, crop)
  }, [crop])

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!from.current) return
    const { clientWidth: width, clientHeight: height } = event.currentTarget
    const right = (event.clientX - from.current.x) / width
    const down = (event.clientY - from.current.y) / height
    from.current = { x: event.clientX, y: event.clientY }
    onChange(moveCrop(crop, right, down))
  }

  return (
    <div className="grid w-fit gap-2">
      <canvas
        ref={canvas}
        width={320}
        height={320}
        tabIndex={0}
        role="img"
        aria-label="The part of the photo that is kept; arrow keys move it"
        className="size-48 cursor-move touch-none rounded-lg border border-edge"
        onKeyDown={(event) => {
          const way = ways[event.key]
          if (!way) return
          event.preventDefault()
          onChange(moveCrop(crop, way[0], way[1]))
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = undefined
        }}
      />
      <label htmlFor={id} className="text-sm text-ink-soft">
        Zoom
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={4}
        step={0.1}
        value={crop.zoom}
        onChange={({ target }) => onChange({ ...crop, zoom: Number(target.value) })}
        className="w-48 accent-accent pointer-coarse:h-11"
      />
    </div>
  )
}

/** Where the picture goes by which key, in parts of what is in sight. */
const ways: Record<KeyboardEvent['key'], readonly [number, number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}
