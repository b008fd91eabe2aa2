/** Collects what is not equal. */
export function comparison() {
  const faults: string[] = []
  const equal = (what: string, actual: unknown, expected: unknown) => {
    const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (is !== shouldBe) faults.push(`${what} is ${is}, not ${shouldBe}`)
  }
  return { faults, equal }
}
