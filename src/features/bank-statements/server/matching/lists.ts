/** Adds to the list of a key in place: copying the list each time would make thousands slow. */
export function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
