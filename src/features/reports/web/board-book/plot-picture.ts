/** A plot as a PNG, for a presentation or a message. */
import { whiteContext } from '#platform/web/uploads/canvas.ts'
import { saveFile } from '#platform/web/uploads/download.ts'
import { colours, drawPlot, type Shape } from '../../board-book/drawing.ts'
import type { Plot } from '../../board-book/plots.ts'

const width = 640
const margin = 24
/** Pixels for each point, so that it stays sharp on a projector. */
const scale = 3
const titleSize = 14
const titleHeight = 30

/** Saves the picture under a name; `heading` is above the plot. Throws where the browser cannot draw. */
export async function savePlotPicture(plot: Plot, heading: string, name: string): Promise<void> {
  const canvas = document.createElement('canvas')
  const measure = canvas.getContext('2d')
  if (!measure) throw new Error('This browser cannot draw')
  const widthOf = (text: string, size: number) => {
    measure.font = fontOf(size)
    return measure.measureText(text).width
  }
  const { shapes, height } = drawPlot(plot, width, widthOf)
  canvas.width = (width + 2 * margin) * scale
  canvas.height = (height + titleHeight + 2 * margin) * scale
  const context = whiteContext(canvas)
  if (!context) throw new Error('This browser cannot draw')
  // Otherwise letters would keep the spacing of a small screen font.
  context.textRendering = 'geometricPrecision'
  context.scale(scale, scale)
  context.translate(margin, margin)
  context.fillStyle = colours.ink
  context.font = `600 ${fontOf(titleSize)}`
  context.fillText(heading, 0, titleSize, width)
  context.translate(0, titleHeight)
  for (const shape of shapes) draw(context, shape)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!blob) throw new Error('This browser cannot write PNG')
  saveFile(name, blob, 'image/png')
}

const fontOf = (size: number): string => `${size}px ${getComputedStyle(document.body).fontFamily}`

function draw(context: CanvasRenderingContext2D, shape: Shape): void {
  if (shape.kind === 'box') {
    const { x, y, width: boxWidth, height, fill } = shape
    context.fillStyle = colours[fill]
    context.fillRect(x, y, boxWidth, height)
    context.lineWidth = 0.6
    context.strokeStyle = colours.outline
    context.strokeRect(x, y, boxWidth, height)
    return
  }
  if (shape.kind === 'line') {
    context.fillStyle = colours.line
    context.fillRect(shape.x, shape.y, shape.width, 0.75)
    return
  }
  const { text, x, y, width: textWidth, size, align, isSoft } = shape
  context.fillStyle = isSoft ? colours.soft : colours.ink
  context.font = fontOf(size)
  context.textAlign = align
  const left = { left: x, center: x + textWidth / 2, right: x + textWidth }[align]
  context.fillText(text, left, y + size * 1.09)
}
