import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { type Crop, drawCrop, moveCrop } from './crop.ts'

/** Selects a square of a picture: dragging or arrow keys move it, a slider zooms. */
export function CropField({ crop, onChange }: { crop: Crop; onChange: (crop: Crop) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragStart = useRef<{ x: number; y: number }>(undefined)
  const id = useId()
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, crop)
  }, [crop])

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!dragStart.current) return
    const { clientWidth: width, clientHeight: height } = event.currentTarget
    const right = (event.clientX - dragStart.current.x) / width
    const down = (event.clientY - dragStart.current.y) / height
    dragStart.current = { x: event.clientX, y: event.clientY }
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
          const step = steps[event.key]
          if (!step) return
          event.preventDefault()
          onChange(moveCrop(crop, step[0], step[1]))
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragStart.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragStart.current = undefined
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
        className="w-48 accent-accent touch:h-11"
      />
    </div>
  )
}

/** How far each key moves the picture right and down, in fractions of the visible square. */
const steps: Record<KeyboardEvent['key'], readonly [number, number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}
