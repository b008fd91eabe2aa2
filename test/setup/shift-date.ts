/**
 * From now on `new Date()` and `Date.now()` show the time of the clock so far plus these milliseconds. Pages evaluate
 * it too: it uses nothing from outside.
 */
export function shiftDate(shift: number | (() => number)): void {
  const Before = globalThis.Date
  const { now: nowBefore } = Before
  const now = () => nowBefore() + (typeof shift === 'number' ? shift : shift())
  // A proxy, so that `instanceof Date` also holds for dates that the engine makes, such as times of files.
  globalThis.Date = new Proxy(Before, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    // A test may assign another `Date.now`.
    get: (target, key, receiver) =>
      key === 'now' && target.now === nowBefore ? now : Reflect.get(target, key, receiver),
  })
}
