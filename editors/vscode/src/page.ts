// The page of the board panel.

/** The messages that the extension sends to the page. */
export interface BoardMessage {
  /** A game as PGN. */
  text: string;
  /** The move to show, counted from 1 in the order of the text; `null` to stay. */
  node: number | null;
}

/** The page, which loads only the files of the extension. */
export function boardPage(source: string, viewer: string, panel: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${source} 'wasm-unsafe-eval'`,
    `connect-src ${source}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<title>Board</title>
<script type="module" src="${viewer}"></script>
<script type="module" src="${panel}"></script>
</head>
<body>
<pgn-view hide="list search annotate commands setup download" keyboard="off"></pgn-view>
</body>
</html>
`;
}
