// The data of an event stream, however the stream is split.
const DATA = 'data: ';

/** Takes one piece of the stream after the other, and returns the data of the events that are complete. Comments have none. */
export function eventData(): (piece: string) => unknown[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      // Not with a regular expression: there a line also ends at U+2028, which agents may write.
      const data = block.split('\n').find((line) => line.startsWith(DATA));
      return data === undefined ? [] : [JSON.parse(data.slice(DATA.length))];
    });
  };
}
