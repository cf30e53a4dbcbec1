//! `plyjudge mistakes`, `audit` and `generate`.

mod hexline;

use crate::support::Plyjudge;
use hexline::{HEXLINE, RARE_HEXLINE};
use plyjudge::games;
use plyjudge::mistakes::catalogue::{Catalogue, Mistake};
use plyjudge::mistakes::generate::{Manifest, Monitor, Outcome, Request, generate};
use plyjudge::protocol::Settings;

/// A map's row without free cells.
const ROW: &str = "-1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1";

/// Two seeds are sown, the last one comes to the store, another turn.
const EXTRA_TURN: &str = "0 0 0 0 2 0 0 0 0 0 0 3 0 0 0 1\n";
const EXTRA_TURN_OUT: &str =
    "minimax無剪枝的結果是:1\n擴展節點數為:2\nminimax剪枝(aB)的結果是:1\n擴展節點數為:2\n";

fn plyjudge(args: &str) -> Plyjudge {
    Plyjudge::new().args(args.split(' '))
}

#[test]
fn mistakes_are_listed() {
    let listed = [HEXLINE, RARE_HEXLINE].concat();
    plyjudge("mistakes hexline").stdout(&listed).run();
    // With the other tie right, the published one is the mistake.
    let other = "tie=last                        Ties go to the last best move";
    let published = "tie=first                       Ties go to the first best move";
    plyjudge("mistakes hexline --rule tie=last")
        .stdout(listed.replace(other, published))
        .run();
}

#[test]
fn mistakes_that_no_answer_shows_are_listed_apart() {
    let silent = "
kalah: 99 that no answer shows
  extra-turn-in-play=no              A turn is one move in matches and play, as in the published program
  over-at-root=player-0              A game that is over at the root is worth player 0's seeds less player 1's, whoever moves
  over-at-root=zero                  A game that is over at the root is worth 0
  over-at-root=no-nodes              Where the game is over at the root, no node is counted
  over-at-root=zero-no-nodes         A game that is over at the root is worth 0, and no node is counted
  over-at-root=nothing               Where the game is over at the root, nothing is reported
  over-at-root=played-on             It is not looked at whether the game is over at the root, whose pits are tried like any other node's
  root-node=not-counted              The root is not counted
  counted-nodes=leaves               Only leaves are counted
  counted-nodes=inner                Only nodes that are no leaves are counted
  counted-nodes=leaves-plain         The search without pruning counts only leaves, the one with pruning all nodes
  counted-nodes=leaves-pruned        The search with pruning counts only leaves, the one without pruning all nodes
  counted-nodes=inner-plain          The search without pruning counts only nodes that are no leaves, the one with pruning all nodes
  counted-nodes=inner-pruned         The search with pruning counts only nodes that are no leaves, the one without pruning all nodes
  counted-nodes=unfinished           Nodes at which the game is over are not counted
  counted-nodes=unfinished-plain     The search without pruning does not count nodes at which the game is over, the one with pruning does
  counted-nodes=unfinished-pruned    The search with pruning does not count nodes at which the game is over, the one without pruning does
  counted-nodes=uncut                The search with pruning does not count the nodes of a move that cuts off those after it
  searched-again=bound               In the search with pruning a macro for the better of two searches a child again that is better than the bound, and a node returns its bound
  searched-again=bound-reached       In the search with pruning a macro for the better of two searches a child again that is as good as the bound or better, and a node returns its bound
  searched-again=bound-max           In the search with pruning, where the largest value is taken, a macro for the larger of two searches a child again that is better than the bound, and a node returns its bound
  searched-again=bound-max-reached   In the search with pruning, where the largest value is taken, a macro for the larger of two searches a child again that is as good as the bound or better, and a node returns its bound
  searched-again=best                A macro for the better of two searches a child again that is better than those before it, or the first one
  searched-again=best-reached        A macro for the better of two searches a child again that is as good as those before it or better, or the first one
  searched-again=bound-both          A macro for the better of two searches a child again that is better than those before it, in the search with pruning than the bound, which a node returns there
  searched-again=bound-both-reached  A macro for the better of two searches a child again that is as good as those before it or better, in the search with pruning as the bound, which a node returns there
  node-counter=each-line             The search with pruning goes on counting where the one without ended
  node-counter=never                 Neither search starts counting again: one counter goes on over all lines
  node-counter=never-each            Each search goes on counting where it ended on the line before
  node-counter=never-plain           Only the search without pruning goes on counting where it ended on the line before
  node-counter=never-pruned          Only the search with pruning goes on counting where it ended on the line before
  node-counter=before-pruned         Only the search with pruning counts from 0; the one without goes on where that ended on the line before
  counter-size=16-bit                The node counter has 16 bits with a sign
  counter-size=16-bit-unsigned       The node counter has 16 bits without a sign
  cut=above                          Search cuts only when alpha > beta
  cut=above-where-maximising         Search cuts only when alpha > beta where the largest value is taken, else as soon as alpha ≥ beta
  cut=above-where-minimising         Search cuts only when alpha > beta where the smallest value is taken, else as soon as alpha ≥ beta
  cut=best-above-where-maximising    Search cuts only when a node's best value is above beta where the largest value is taken, else as soon as it is ≤ alpha
  cut=best-above-where-minimising    Search cuts only when a node's best value is below alpha where the smallest value is taken, else as soon as it is ≥ beta
  cut=above-returned                 Search cuts only when alpha > beta, and a node without a better value returns its bound
  cut=late                           Search looks whether alpha ≥ beta before a child's value changes them, and so cuts one child late
  cut=dropped                        A child's value that cuts off the remaining moves is dropped, and the node returns the bound that it had before
  cuts-at=maximising                 Only moves of the player who takes the largest value are cut off
  cuts-at=minimising                 Only moves of the player who takes the smallest value are cut off
  cuts-at=none                       No moves are cut off
  cuts-at=not-again                  A move after which the same player moves again cuts off no others
  cuts-at=not-again-maximising       Where the largest value is taken, a move after which the same player moves again cuts off no others
  cuts-at=not-again-minimising       Where the smallest value is taken, a move after which the same player moves again cuts off no others
  bounds=no-alpha                    A node whose player takes the smallest value hands on no alpha
  bounds=no-beta                     A node whose player takes the largest value hands on no beta
  bounds=own                         A node hands on its own bound only: alpha where the largest value is taken, else beta
  bounds=none-again                  A node hands on no bounds where the same player moves again
  bounds=kept                        One alpha and one beta are kept for the whole search, so that what is found below one move cuts off others below the next
  bounds=kept-below-root             One alpha and one beta are kept for the whole search, and the root's own values narrow neither
  bounds=kept-below-move             One alpha and one beta are kept for all that is searched below one of the root's moves, and begin with the best value so far
  bounds=kept-below-move-anew        One alpha and one beta are kept for all that is searched below one of the root's moves, and begin anew with the next one
  bounds=alpha-kept                  One alpha is kept for the whole search, while each node has its own beta
  bounds=beta-kept                   One beta is kept for the whole search, while each node has its own alpha
  bounds=anew                        A node's own bound begins anew, so that only its own children narrow it
  bounds=unused-again                What a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds
  bounds=uncut-again                 What a move is worth after which the same player moves again neither narrows a bound nor cuts
  bounds=unused-again-maximising     Where the largest value is taken, what a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds
  bounds=unused-again-minimising     Where the smallest value is taken, what a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds
  bounds=uncut-again-maximising      Where the largest value is taken, what a move is worth after which the same player moves again neither narrows a bound nor cuts
  bounds=uncut-again-minimising      Where the smallest value is taken, what a move is worth after which the same player moves again neither narrows a bound nor cuts
  bounds=original-again              Where the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed
  bounds=original-again-maximising   Where the largest value is taken and the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed
  bounds=original-again-minimising   Where the smallest value is taken and the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed
  remembered=by-depth                The search without pruning remembers positions by board, player to move and depth, whatever the depth limit is
  remembered=by-depth-any-mover      The search without pruning remembers positions by board and depth, whatever the depth limit is and whoever is to move there
  remembered=by-levels               The search without pruning remembers positions by board, player to move and levels left, whoever moves at the root
  remembered=by-levels-any-mover     The search without pruning remembers positions by board and levels left, whoever is to move there
  remembered=by-position             The search without pruning remembers positions by board and player to move, however many levels are left
  remembered=by-position-in-line     The search without pruning remembers positions by board and player to move, however many levels are left, until the next line
  remembered=by-board                The search without pruning remembers positions by board only, however many levels are left and whoever is to move there
  remembered=by-board-in-line        The search without pruning remembers positions by board only, however many levels are left and whoever is to move there, until the next line
  remembered-value=mover             A remembered value is from the view of the player to move in its position, and turned round where it is found for the other one
  remembered-value=player-0          A remembered value is from the view of player 0, and turned round in a search of player 1
  remembered-leaves=looked-up        What is remembered is taken for leaves, which are not remembered themselves
  remembered-leaves=yes              Leaves are remembered like all other positions
  nodes-again=one                    The search without pruning counts one node for a position that it remembers
  nodes-again=none                   The search without pruning counts no node for a position that it remembers
  pruned-remembered=values           The search with pruning remembers values with their nodes, and takes them whatever the window is
  pruned-remembered=values-one-node  The search with pruning remembers values, takes them whatever the window is, and counts one node for each
  pruned-remembered=bounds           The search with pruning remembers values with their nodes, and takes them whatever the window is, and a node without a better value returns its bound
  pruned-remembered=bounds-one-node  The search with pruning remembers values, takes them whatever the window is, and counts one node for each, and a node without a better value returns its bound
  pruned-board=left                  The search with pruning starts on the board that the one without pruning has left
  in-one-search=plain-levels-1       Only in the search without pruning does a move that earns another turn cost one level
  in-one-search=plain-levels-0       Only in the search without pruning does a move that earns another turn cost no level
  in-one-search=plain-beyond-limit   Only in the search without pruning is a node a leaf only beyond the depth limit, one level too deep
  in-one-search=plain-before-limit   Only in the search without pruning is a node a leaf one level before the depth limit
  in-one-search=plain-limit-sweep    Only in the search without pruning are remaining seeds left unswept when the game is over just at the depth limit
  in-one-search=pruned-levels-1      Only in the search with pruning does a move that earns another turn cost one level
  in-one-search=pruned-levels-0      Only in the search with pruning does a move that earns another turn cost no level
  in-one-search=pruned-beyond-limit  Only in the search with pruning is a node a leaf only beyond the depth limit, one level too deep
  in-one-search=pruned-before-limit  Only in the search with pruning is a node a leaf one level before the depth limit
  in-one-search=pruned-limit-sweep   Only in the search with pruning are remaining seeds left unswept when the game is over just at the depth limit
  mistakes-in=plain                  Only the search without pruning makes the other mistakes
  mistakes-in=pruned                 Only the search with pruning makes the other mistakes
";
    let choice = Settings {
        format: Some("choice".to_owned()),
        ..Settings::default()
    };
    let kalah = Catalogue::new(games::find("kalah").expect("a game"), choice);
    let listed = |is_rare: bool| -> String {
        let mistakes = kalah.mistakes().iter().filter(|one| one.is_rare == is_rare);
        let names: Vec<(String, &str)> = mistakes
            .map(|one| (one.to_string(), &*one.meaning))
            .collect();
        let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let lines = names
            .iter()
            .map(|(name, meaning)| format!("  {name:width$}  {meaning}\n"));
        lines.collect()
    };
    let (common, rare) = (listed(false), listed(true));
    plyjudge("mistakes kalah --format choice")
        .stdout(format!(
            "kalah: {} mistakes\n{common}\nkalah: {} rare ones, which no suite is measured by\n\
             {rare}{silent}",
            common.lines().count(),
            rare.lines().count()
        ))
        .run();
}

#[test]
fn mistakes_as_json() {
    let hexline = hexline();
    let entry = |one: &plyjudge::mistakes::catalogue::Mistake| {
        let (name, meaning, rare) = (one.to_string(), &one.meaning, one.is_rare);
        format!(
            "        {{\n          \"name\": \"{name}\",\n          \"meaning\": \"{meaning}\",\n          \"rare\": {rare},\n          \"reading\": false\n        }}"
        )
    };
    let entries: Vec<String> = hexline.mistakes().iter().map(entry).collect();
    let entries = entries.join(",\n");
    plyjudge("mistakes hexline --json")
        .stdout(format!(
            "{{\n  \"games\": [\n    {{\n      \"game\": \"hexline\",\n      \"mistakes\": [\n{entries}\n      ],\n      \"silent\": []\n    }}\n  ]\n}}\n"
        ))
        .run();
}

#[test]
fn what_is_right_is_said_of_one_game() {
    plyjudge("mistakes --rule tie=last")
        .stderr("plyjudge: found --rule, --depth or --format without a game, expected its name\n")
        .status(2)
        .run();
    plyjudge("mistakes ewn --rule tie=middle")
        .stderr("plyjudge: rule 'tie': found value 'middle', expected one of: first, last\n")
        .status(2)
        .run();
}

/// What that line catches.
const CAUGHT: &str = "\
Caught, by how many cases:
  extra-turn-levels=0                1  a
  leaf-depth=before-limit            1  a
  value-for=player-1                 1  a
  evaluation=inverted                1  a
  evaluation=player-1                1  a
  root-node=not-counted              1  a
  counted-nodes=leaves               1  a
  counted-nodes=inner                1  a
  node-counter=each-line             1  a
  node-counter=never                 1  a
  line-end=crlf                      1  a
  final-newline=no                   1  a
  extra-turn-value=negated           1  a
  pits-checked=all-but-last          1  a
  leaf-depth=after-passed-turn       1  a
  evaluation=with-pits               1  a
  counted-nodes=leaves-plain         1  a
  counted-nodes=leaves-pruned        1  a
  counted-nodes=inner-plain          1  a
  counted-nodes=inner-pruned         1  a
  searched-again=bound               1  a
  searched-again=bound-reached       1  a
  searched-again=bound-max           1  a
  searched-again=bound-max-reached   1  a
  searched-again=best                1  a
  searched-again=best-reached        1  a
  searched-again=bound-both          1  a
  searched-again=bound-both-reached  1  a
  taken-back=never                   1  a
  in-one-search=plain-levels-0       1  a
  in-one-search=plain-before-limit   1  a
  in-one-search=pruned-levels-0      1  a
  in-one-search=pruned-before-limit  1  a
";

/// What it lets through.
const NOT_CAUGHT: &str = "
Not caught:
  capture=landing                The last seed captures in a pit that is empty when it arrives, the sown pit still holding its seeds (13 seeds never capture), as the original listing does it
  capture=standard               The last seed captures in a pit that is empty when it arrives, the sown pit counting as emptied (13 seeds capture), the usual rule elsewhere
  capture=anywhere               The last seed captures in any own pit
  capture=never                  There are no captures
  landing-seeds=left             A capture leaves the last seed in its pit
  facing-seeds=not-needed        The last seed is taken even when the facing pit is empty
  lap-origin=skipped             A lap skips the pit it started from
  opponent-store=sown            The opponent's store is sown like any other position
  extra-turn=no                  The last seed in the own store earns nothing
  extra-turn-levels=1            Levels that a move costs when it earns another turn: 1 instead of 2
  game-over=mover                The game is over only when the pits of the player to move are all empty
  game-over=both                 The game is over only when all pits are empty
  leaf-depth=beyond-limit        A node is a leaf only beyond the depth limit, one level too deep
  sweep=none                     Remaining seeds stay where they are and count for nobody
  sweep=opponent                 Remaining seeds go to the other player's store
  sweep=mover                    All remaining seeds go to the store of the player to move
  sweep=player-0                 Only player 0's remaining seeds go to the store, player 1's stay where they are
  sweep=player-1                 Only player 1's remaining seeds go to the store, player 0's stay where they are
  value-for=player-0             The value is from the view of player 0, whoever moves
  evaluation=own-store           A position is worth the seeds in one's own store
  evaluation=player-0            A position is worth player 0's seeds less player 1's, whoever wants most
  evaluation=mover               A position is worth the seeds of the player to move there less the other's
  opponent=maximises             The opponent takes the largest value, too
  opponent=maximises-below-beta  The opponent takes the largest value, too, and alpha-beta lowers beta to it
  captures-for=player-0          Which player may capture: it applies to player 0 only
  captures-for=player-1          Which player may capture: it applies to player 1 only
  capture-pits=any               The last seed captures in both players' pits
  facing=one-further             A pit faces the one after that across the board: pit 1 faces pit 12
  facing=same-number             A pit faces the one with the same number: pit 0 faces pit 7
  extra-turns-for=player-0       Which player may earn another turn: it applies to player 0 only
  extra-turns-for=player-1       Which player may earn another turn: it applies to player 1 only
  facing-pit=kept                The captured seeds are counted in the store and stay in the facing pit
  limit-sweep=no                 Remaining seeds are not swept when the game is over just at the depth limit
  pits-tried=all-but-last        The player's last pit is never tried
  pits-tried=all-but-first       The player's first pit is never tried
  search-start=zero              A node starts with 0, so that no value is worse than that
  search-start=ten               A node starts with 10 or −10, as if that were infinite
  window=alpha-0                 The window starts with an alpha of 0
  window=alpha-0-returned        The window starts with an alpha of 0, and a node without a better value returns alpha
  window=ten                     The window goes from −10 to 10
  window=ten-returned            The window goes from −10 to 10, and a node without a better value returns its bound
  pit-order=descending           The highest pit comes first
  node-counter=never-each        Each search goes on counting where it ended on the line before
  counter-size=16-bit            The node counter has 16 bits with a sign
  cut=above                      Search cuts only when alpha > beta
  cuts-at=maximising             Only moves of the player who takes the largest value are cut off
  cuts-at=minimising             Only moves of the player who takes the smallest value are cut off

Not caught, but rare:
  capture=before-sowing-or-sown        The last seed captures in a pit that was empty before the sowing began, or in the sown pit itself
  landing-seeds=lost                   A capture takes the landing pit's seeds off the board, and they count for nobody
  landing-seeds=one                    A capture counts one seed for the landing pit, however many it holds
  landing-seeds=one-taken              A capture takes one seed from the landing pit, and leaves there what an earlier lap has sown
  captured-into=store-0                Captured seeds go into player 0's store, whoever captures
  captured-into=other                  Captured seeds go into the other player's store
  facing-seeds=not-needed-by-0         Player 0's last seed is taken even when the facing pit is empty, player 1's is not
  facing-seeds=not-needed-by-1         Player 1's last seed is taken even when the facing pit is empty, player 0's is not
  facing-seeds=before-sowing           A capture needs seeds that were in the facing pit before the sowing began
  facing-seeds=counted-before-sowing   A capture needs seeds that were in the facing pit before the sowing began, and takes only so many; one sown there since is lost
  opponent-store=sown-by-0             Player 0 sows the opponent's store like any other position, player 1 skips it
  opponent-store=sown-by-1             Player 1 sows the opponent's store like any other position, player 0 skips it
  opponent-store=off-board             Where player 0 skips the opponent's store a seed falls off the board, and the next one into pit 1
  opponent-store=seed-lost             Each time that the opponent's store is skipped a seed is lost
  own-store=one                        A sowing adds only one seed to the own store, however often it comes by
  round=13                             Sowing goes around 13 positions and never reaches player 1's store
  last-seed=counted                    The last seed is taken to fall as many positions on as the pit has seeds, whatever is skipped
  extra-turn=passes                    The last seed in the own store earns nothing, but the move costs as many levels as if it did
  extra-turn=without-lap               The last seed in the own store earns another turn only when the sowing has not gone once round the board
  extra-turn=once                      The last seed in the own store earns another turn only once in a row, and passes the turn the next time
  extra-turn=sticks                    Once a pit of a node has earned another turn, its later pits are searched as if they earned one, too
  extra-turn=costs-later               Each pit that earns another turn makes the later pits of its node cost a level more
  capture-turn=earned                  A capture earns another turn, as a last seed in the own store does
  extra-turn-value=others-wish         After an extra turn the player takes the values that the other one wants, as if the turn had passed
  extra-turn-value=others-wish-pruned  In the search with pruning only, after an extra turn the player takes the values that the other one wants, as if the turn had passed
  pits-checked=all-but-first           A player's first pit is not looked at to see whether the game is over
  side-count=landing-kept              A player's seeds are counted along with the moves, and a capture takes only the facing pit's off the counts, not the landing pit's
  side-count=facing-kept               A player's seeds are counted along with the moves, and a capture takes only the landing pit's off the counts, not the facing pit's
  side-count=capture-kept              A player's seeds are counted along with the moves, and a capture takes nothing off the counts
  side-count=from-mover                A player's seeds are counted along with the moves, and a capture takes the facing pit's off the count of the player who moves, too
  sweep=root                           Only the remaining seeds of the player to move at the root go to the store, the other's stay where they are
  sweep=just-moved                     All remaining seeds go to the store of the player who has just moved, or of the one to move at the root
  sweep=after-moves                    Remaining seeds are swept only when a move has ended the game, and stay where it is over from the start
  sweep=not-after-extra-turn           Remaining seeds stay where they are when the game ends with a move that earns another turn
  swept-pits=all-but-last              Each player's last pit is left out when the remaining seeds are swept
  swept-pits=all-but-last-of-0         Pit 5 is left out when the remaining seeds are swept
  swept-pits=all-but-last-of-1         Pit 12 is left out when the remaining seeds are swept
  swept-pits=all-but-first             Each player's first pit is left out when the remaining seeds are swept
  swept-pits=all-but-first-of-0        Pit 0 is left out when the remaining seeds are swept
  swept-pits=all-but-first-of-1        Pit 7 is left out when the remaining seeds are swept
  value-for=first-line                 On all lines the value is from the view of the player to move on the first one
  value-for=first-line-values          On all lines positions are worth what they are for the player to move on the first one, though the player to move wants most
  win-value=100                        A game that is won is worth 100, one that is lost −100, a draw 0
  win-value=1000                       A game that is won is worth 1000, one that is lost −1000, a draw 0
  win-value=10000                      A game that is won is worth 10000, one that is lost −10000, a draw 0
  over-at-root=player-0                A game that is over at the root is worth player 0's seeds less player 1's, whoever moves
  over-at-root=zero                    A game that is over at the root is worth 0
  over-at-root=no-nodes                Where the game is over at the root, no node is counted
  over-at-root=zero-no-nodes           A game that is over at the root is worth 0, and no node is counted
  over-at-root=nothing                 Where the game is over at the root, nothing is reported
  over-at-root=played-on               It is not looked at whether the game is over at the root, whose pits are tried like any other node's
  capture-pits=all-but-last            The last seed captures in the player's own pits, but not in the last one
  capture-pits=all-but-last-of-0       The last seed captures in the player's own pits, but player 0's not in pit 5
  capture-pits=all-but-last-of-1       The last seed captures in the player's own pits, but player 1's not in pit 12
  capture-pits=all-but-first           The last seed captures in the player's own pits, but not in the first one
  capture-pits=all-but-first-of-0      The last seed captures in the player's own pits, but player 0's not in pit 0
  capture-pits=all-but-first-of-1      The last seed captures in the player's own pits, but player 1's not in pit 7
  facing=same-number-for-0             Player 0's pit faces the one with the same number, player 1's the one across the board
  facing=same-number-for-1             Player 1's pit faces the one with the same number, player 0's the one across the board
  facing=of-sown-pit                   What faces the pit that was sown is taken, wherever the last seed fell
  search-start=zero-where-maximising   A node starts with 0 where the largest value is taken, so that no value is less than that there
  search-start=zero-where-minimising   A node starts with 0 where the smallest value is taken, so that no value is more than that there
  infinity=24                          A node starts with 24 or −24, and the window goes as far, as if that were infinite
  infinity=36                          A node starts with 36 or −36, and the window goes as far, as if that were infinite
  infinity=48                          A node starts with 48 or −48, and the window goes as far, as if that were infinite
  infinity=50                          A node starts with 50 or −50, and the window goes as far, as if that were infinite
  infinity=64                          A node starts with 64 or −64, and the window goes as far, as if that were infinite
  window=alpha-kept                    The window starts with the alpha that the root was left with on the line before
  pit-order=player-0-descending        Player 0's highest pit comes first, player 1's lowest
  pit-order=player-1-descending        Player 1's highest pit comes first, player 0's lowest
  pit-list=by-ply                      All nodes of a ply have one list, and another turn is no new ply: what a node lists after one is also what is tried next above it
  counted-nodes=unfinished             Nodes at which the game is over are not counted
  counted-nodes=unfinished-plain       The search without pruning does not count nodes at which the game is over, the one with pruning does
  counted-nodes=unfinished-pruned      The search with pruning does not count nodes at which the game is over, the one without pruning does
  counted-nodes=uncut                  The search with pruning does not count the nodes of a move that cuts off those after it
  node-counter=never-plain             Only the search without pruning goes on counting where it ended on the line before
  node-counter=never-pruned            Only the search with pruning goes on counting where it ended on the line before
  node-counter=before-pruned           Only the search with pruning counts from 0; the one without goes on where that ended on the line before
  pit-size=4-bit                       A pit has 4 bits: of 16 seeds or more it keeps what is left after division by 16
  counter-size=16-bit-unsigned         The node counter has 16 bits without a sign
  cut=above-where-maximising           Search cuts only when alpha > beta where the largest value is taken, else as soon as alpha ≥ beta
  cut=above-where-minimising           Search cuts only when alpha > beta where the smallest value is taken, else as soon as alpha ≥ beta
  cut=best-above-where-maximising      Search cuts only when a node's best value is above beta where the largest value is taken, else as soon as it is ≤ alpha
  cut=best-above-where-minimising      Search cuts only when a node's best value is below alpha where the smallest value is taken, else as soon as it is ≥ beta
  cut=above-returned                   Search cuts only when alpha > beta, and a node without a better value returns its bound
  cut=late                             Search looks whether alpha ≥ beta before a child's value changes them, and so cuts one child late
  cut=dropped                          A child's value that cuts off the remaining moves is dropped, and the node returns the bound that it had before
  cuts-at=none                         No moves are cut off
  cuts-at=not-again                    A move after which the same player moves again cuts off no others
  cuts-at=not-again-maximising         Where the largest value is taken, a move after which the same player moves again cuts off no others
  cuts-at=not-again-minimising         Where the smallest value is taken, a move after which the same player moves again cuts off no others
  bounds=no-alpha                      A node whose player takes the smallest value hands on no alpha
  bounds=no-beta                       A node whose player takes the largest value hands on no beta
  bounds=own                           A node hands on its own bound only: alpha where the largest value is taken, else beta
  bounds=none-again                    A node hands on no bounds where the same player moves again
  bounds=kept                          One alpha and one beta are kept for the whole search, so that what is found below one move cuts off others below the next
  bounds=kept-below-root               One alpha and one beta are kept for the whole search, and the root's own values narrow neither
  bounds=kept-below-move               One alpha and one beta are kept for all that is searched below one of the root's moves, and begin with the best value so far
  bounds=kept-below-move-anew          One alpha and one beta are kept for all that is searched below one of the root's moves, and begin anew with the next one
  bounds=alpha-kept                    One alpha is kept for the whole search, while each node has its own beta
  bounds=beta-kept                     One beta is kept for the whole search, while each node has its own alpha
  bounds=anew                          A node's own bound begins anew, so that only its own children narrow it
  bounds=unused-again                  What a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds
  bounds=uncut-again                   What a move is worth after which the same player moves again neither narrows a bound nor cuts
  bounds=unused-again-maximising       Where the largest value is taken, what a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds
  bounds=unused-again-minimising       Where the smallest value is taken, what a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds
  bounds=uncut-again-maximising        Where the largest value is taken, what a move is worth after which the same player moves again neither narrows a bound nor cuts
  bounds=uncut-again-minimising        Where the smallest value is taken, what a move is worth after which the same player moves again neither narrows a bound nor cuts
  bounds=original-again                Where the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed
  bounds=original-again-maximising     Where the largest value is taken and the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed
  bounds=original-again-minimising     Where the smallest value is taken and the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed
  extra-turn-window=turned             After an extra turn the window is turned round, as if the turn had passed: −beta to −alpha
  extra-turn-window=turned-returned    After an extra turn the window is turned round, and a node without a better value returns its bound
  taken-back=stores-kept               When a move is taken back, the stores keep what they got
  taken-back=store-1-kept              When a move is taken back, player 1's store keeps what it got
  taken-back=landing-kept              When a capture is taken back, the store keeps the landing pit's seeds
  taken-back=landing-one               When a capture is taken back, one seed goes from the store to the landing pit, however many were there, before the sowing is taken back
  taken-back=landing-one-tried         When a capture is taken back, one seed goes from the store to the landing pit, however many were there, before the sowing is taken back, and a pit that is left with fewer than none is tried like any other
  taken-back=landing-one-taken         When a capture is taken back, the store keeps the landing pit's seeds but one
  taken-back=landing-one-left          When a capture is taken back, the store gives back all of the landing pit's seeds, but only one is put there, before the sowing is taken back
  taken-back=landing-one-left-tried    When a capture is taken back, the store gives back all of the landing pit's seeds, but only one is put there, before the sowing is taken back, and a pit that is left with fewer than none is tried like any other
  taken-back=lap-short                 When a move is taken back, its pit is a seed short for each lap, as it is filled before the sowing is taken back
  taken-back=turn-flipped              When a move is taken back, the turn always goes to the other player, also where the move had earned another one
  taken-back=other-store-kept          When a move is taken back, the other player's store keeps what was swept into it
  taken-back=first-to-last             A move's changes are taken back from the first to the last, so that what it changed more than once is left as it was before the last of them
  taken-back=first-to-last-in-hand     A move's changes are taken back from the first to the last, so that what it changed more than once is left as it was before the last of them, and the last seed of a capture is never in its pit
  taken-back=captured-by-pit           What a move captures is noted by its pit, and given back as the last move from there has noted it, which may be a deeper one
  taken-back=captured-by-pit-tried     What a move captures is noted by its pit, and given back as the last move from there has noted it, which may be a deeper one, and a pit that is left with fewer than none is tried and captured like any other
  taken-back=captured-last             What a move captures is noted in one place for all, and given back as the last move has noted it, which may be a deeper one
  taken-back=captured-last-tried       What a move captures is noted in one place for all, and given back as the last move has noted it, which may be a deeper one, and a pit that is left with fewer than none is tried and captured like any other
  taken-back=swept-left                When the move that ends a game is taken back, what was swept stays in the stores
  remembered=by-depth                  The search without pruning remembers positions by board, player to move and depth, whatever the depth limit is
  remembered=by-depth-any-mover        The search without pruning remembers positions by board and depth, whatever the depth limit is and whoever is to move there
  remembered=by-levels                 The search without pruning remembers positions by board, player to move and levels left, whoever moves at the root
  remembered=by-levels-any-mover       The search without pruning remembers positions by board and levels left, whoever is to move there
  remembered=by-position               The search without pruning remembers positions by board and player to move, however many levels are left
  remembered=by-position-in-line       The search without pruning remembers positions by board and player to move, however many levels are left, until the next line
  remembered=by-board                  The search without pruning remembers positions by board only, however many levels are left and whoever is to move there
  remembered=by-board-in-line          The search without pruning remembers positions by board only, however many levels are left and whoever is to move there, until the next line
  nodes-again=one                      The search without pruning counts one node for a position that it remembers
  nodes-again=none                     The search without pruning counts no node for a position that it remembers
  pruned-remembered=values             The search with pruning remembers values with their nodes, and takes them whatever the window is
  pruned-remembered=values-one-node    The search with pruning remembers values, takes them whatever the window is, and counts one node for each
  pruned-remembered=bounds             The search with pruning remembers values with their nodes, and takes them whatever the window is, and a node without a better value returns its bound
  pruned-remembered=bounds-one-node    The search with pruning remembers values, takes them whatever the window is, and counts one node for each, and a node without a better value returns its bound
  pits-noted=each-node                 Which pits are empty is noted once for each node, in one place for all, so that later pits of a node capture by what a deeper node has noted
  pits-noted=each-node-pruned          In the search with pruning, which pits are empty is noted once for each node, in one place for all, so that later pits of a node capture by what a deeper node has noted
  in-one-search=plain-levels-1         Only in the search without pruning does a move that earns another turn cost one level
  in-one-search=plain-beyond-limit     Only in the search without pruning is a node a leaf only beyond the depth limit, one level too deep
  in-one-search=plain-limit-sweep      Only in the search without pruning are remaining seeds left unswept when the game is over just at the depth limit
  in-one-search=pruned-levels-1        Only in the search with pruning does a move that earns another turn cost one level
  in-one-search=pruned-beyond-limit    Only in the search with pruning is a node a leaf only beyond the depth limit, one level too deep
  in-one-search=pruned-limit-sweep     Only in the search with pruning are remaining seeds left unswept when the game is over just at the depth limit
  answered=first                       Only the first question of an input is answered
  line-buffer=32                       A line of 32 characters or more is read in pieces, each taken for a line
  line-buffer=33                       A line of 33 characters or more is read in pieces, each taken for a line
  line-buffer=34                       A line of 34 characters or more is read in pieces, each taken for a line
  line-buffer=35                       A line of 35 characters or more is read in pieces, each taken for a line
  line-buffer=36                       A line of 36 characters or more is read in pieces, each taken for a line
  line-buffer=40                       A line of 40 characters or more is read in pieces, each taken for a line
";

#[test]
fn an_audit() {
    let score = "\nkalah, 1 case: 12 of 59 mistakes caught, mutation score 20.3 %\n";
    plyjudge("audit cases --game kalah")
        .file("cases/a.txt", EXTRA_TURN)
        .file("cases/a.out", EXTRA_TURN_OUT)
        .stdout(format!("{CAUGHT}{NOT_CAUGHT}{score}"))
        .run();
}

#[test]
fn an_audit_of_pairs() {
    // 1711 pairs less the 47 of one option. One level less leaves the root alone, whatever an extra
    // turn costs; its value is 0 from every view, and it is the one leaf. Two turned views are the
    // right one, or no other than one of them.
    let pairs = "
Pairs with a mistake that is not caught alone either: 1583

Pairs that no case shows, or of which one hides the other in all cases:
  extra-turn-levels=0 + leaf-depth=before-limit
  leaf-depth=before-limit + value-for=player-1
  leaf-depth=before-limit + evaluation=inverted
  leaf-depth=before-limit + evaluation=player-1
  leaf-depth=before-limit + counted-nodes=leaves
  value-for=player-1 + evaluation=inverted
  value-for=player-1 + evaluation=player-1

kalah, 1 case: 12 of 59 mistakes caught, mutation score 20.3 %
74 of 1664 pairs caught, score 4.4 %
";
    let audit = |require: &str, status| {
        plyjudge("audit a.txt --game kalah --pairs --require")
            .args([require])
            .file("a.txt", EXTRA_TURN)
            .stdout(format!("{CAUGHT}{NOT_CAUGHT}{pairs}"))
            .status(status)
            .run();
    };
    audit("4", 0);
    audit("30", 1);
}

#[test]
fn a_wrong_expected_output_is_reported_by_name() {
    let remarks = "\
WRONG test2: the expected output differs from the right answer in line 1: input line 1 (0 0 0 0 2 0 0 0 0 0 0 3 0 0 0 1): the value without pruning
left out own: it has options of its own

Caught, by how many cases:
  extra-turn-levels=0                2  test1, test2
  leaf-depth=before-limit            2  test1, test2
  value-for=player-1                 2  test1, test2
  evaluation=inverted                2  test1, test2
  evaluation=player-1                2  test1, test2
  root-node=not-counted              2  test1, test2
  counted-nodes=leaves               2  test1, test2
  counted-nodes=inner                2  test1, test2
  node-counter=each-line             2  test1, test2
  node-counter=never                 2  test1, test2
  line-end=crlf                      2  test1, test2
  final-newline=no                   2  test1, test2
  extra-turn-value=negated           2  test1, test2
  pits-checked=all-but-last          2  test1, test2
  leaf-depth=after-passed-turn       2  test1, test2
  evaluation=with-pits               2  test1, test2
  counted-nodes=leaves-plain         2  test1, test2
  counted-nodes=leaves-pruned        2  test1, test2
  counted-nodes=inner-plain          2  test1, test2
  counted-nodes=inner-pruned         2  test1, test2
  searched-again=bound               2  test1, test2
  searched-again=bound-reached       2  test1, test2
  searched-again=bound-max           2  test1, test2
  searched-again=bound-max-reached   2  test1, test2
  searched-again=best                2  test1, test2
  searched-again=best-reached        2  test1, test2
  searched-again=bound-both          2  test1, test2
  searched-again=bound-both-reached  2  test1, test2
  taken-back=never                   2  test1, test2
  in-one-search=plain-levels-0       2  test1, test2
  in-one-search=plain-before-limit   2  test1, test2
  in-one-search=pruned-levels-0      2  test1, test2
  in-one-search=pruned-before-limit  2  test1, test2
";
    let score = "\nkalah, 2 cases: 12 of 59 mistakes caught, mutation score 20.3 %\n";
    plyjudge("audit cases --game kalah --require 10")
        .file("cases/test1.txt", EXTRA_TURN)
        .file("cases/test1-out.txt", EXTRA_TURN_OUT)
        .file("cases/test2.txt", EXTRA_TURN)
        .file("cases/test2-out.txt", EXTRA_TURN_OUT.replace("1\n", "2\n"))
        .file("cases/own.txt", EXTRA_TURN)
        .file("cases/own.args", "--depth 2")
        .stdout(format!("{remarks}{NOT_CAUGHT}{score}"))
        .status(1)
        .run();
}

#[test]
fn a_suite_below_the_required_score_fails() {
    let caught = [
        "extra-turn-levels=0",
        "extra-turn-value=negated",
        "leaf-depth=before-limit",
        "leaf-depth=after-passed-turn",
        "value-for=player-1",
        "evaluation=inverted",
        "evaluation=player-1",
        "evaluation=with-pits",
        "root-node=not-counted",
        "counted-nodes=leaves",
        "counted-nodes=inner",
        "node-counter=each-line",
        "node-counter=never",
        "line-end=crlf",
        "final-newline=no",
        "counted-nodes=leaves-plain",
        "counted-nodes=leaves-pruned",
        "counted-nodes=inner-plain",
        "counted-nodes=inner-pruned",
        "searched-again=bound",
        "searched-again=bound-reached",
        "searched-again=bound-max",
        "searched-again=bound-max-reached",
        "searched-again=best",
        "searched-again=best-reached",
        "searched-again=bound-both",
        "searched-again=bound-both-reached",
        "pits-checked=all-but-last",
        "taken-back=never",
        "in-one-search=plain-levels-0",
        "in-one-search=plain-before-limit",
        "in-one-search=pruned-levels-0",
        "in-one-search=pruned-before-limit",
    ];
    let kalah = Catalogue::new(games::find("kalah").expect("a game"), Settings::default());
    let entry = |one: &plyjudge::mistakes::catalogue::Mistake| {
        let (name, meaning) = (one.to_string(), &one.meaning);
        let by = match caught.contains(&name.as_str()) {
            true => "[\n          \"a\"\n        ]",
            false => "[]",
        };
        format!(
            "      {{\n        \"mistakes\": [\n          \"{name}\"\n        ],\n        \"meanings\": [\n          \"{meaning}\"\n        ],\n        \"caught_by\": {by}\n      }}"
        )
    };
    let entries = |is_rare: bool| -> String {
        let is_listed = |one: &&Mistake| one.is_rare == is_rare && one.shows_alone;
        let mistakes = kalah.mistakes().iter().filter(is_listed);
        mistakes.map(entry).collect::<Vec<String>>().join(",\n")
    };
    let (entries, rare) = (entries(false), entries(true));
    let audit = |require: &str, status| {
        plyjudge("audit a.txt --game kalah --json --require")
            .args([require])
            .file("a.txt", EXTRA_TURN)
            .stdout(format!(
                "{{\n  \"subject\": \"kalah\",\n  \"cases\": [\n    \"a\"\n  ],\n  \"left_out\": [],\n  \"wrong\": [],\n  \"singles\": {{\n    \"all\": 59,\n    \"caught\": 12,\n    \"score\": 20.338983050847457,\n    \"sets\": [\n{entries}\n    ]\n  }},\n  \"rare\": {{\n    \"all\": 181,\n    \"caught\": 21,\n    \"score\": 11.602209944751381,\n    \"sets\": [\n{rare}\n    ]\n  }},\n  \"readings\": {{\n    \"all\": 0,\n    \"caught\": 0,\n    \"score\": 100.0,\n    \"sets\": []\n  }}\n}}\n"
            ))
            .status(status)
            .run();
    };
    audit("10", 0);
    audit("20.4%", 1);
}

/// Small letters as columns: rare, and shown by an input that says so.
#[test]
fn rare_mistakes_are_told_but_no_score_counts_them() {
    const RARE: &str = "column-names=small-too";
    let audited = |input: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.txt");
        std::fs::write(&path, input).expect("a place for the input");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .env("PLYJUDGE_PROGRESS", "off")
            .args(["audit", "--game", "checkers"])
            .arg(&path)
            .output()
            .expect("plyjudge starts");
        String::from_utf8(output.stdout).expect("text")
    };
    let missed = audited("A\n");
    let (_, rare) = missed
        .split_once("\nNot caught, but rare:\n")
        .expect("a list");
    assert!(rare.contains(RARE), "{missed}");
    let caught = audited("b6-A5\n");
    let (before, rare) = caught
        .split_once("\nNot caught, but rare:\n")
        .expect("a list");
    assert!(!rare.contains(RARE), "{caught}");
    let caught_alone = |line: &&str| line.contains(" 1  a");
    let listed: Vec<&str> = before.lines().filter(caught_alone).collect();
    assert!(listed.iter().any(|line| line.contains(RARE)), "{caught}");
    // The one rare mistake is listed with the others, and not counted.
    let score = format!("1 case: {} of ", listed.len() - 1);
    assert!(caught.contains(&score), "{caught}");
}

/// A case is left out where it takes too much work, and so is what makes all of them too much. Each
/// position has one line of play, level by level, so the deeper one takes more.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn an_audit_is_bounded_by_counts() {
    let start = "4 4 4 4 4 4 0 4 4 4 4 4 4 0 0";
    let audit = |budget: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let case = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        case("a.txt", EXTRA_TURN).expect("a file");
        case("b.txt", &format!("{start} 4\n")).expect("a file");
        case("c.txt", &format!("{start} 7\n")).expect("a file");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .args(["audit", ".", "--game", "kalah", "--budget", budget])
            .env("PLYJUDGE_PROGRESS", "each")
            .current_dir(folder.path())
            .output()
            .expect("plyjudge runs");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        (String::from_utf8(output.stdout).expect("UTF-8"), said)
    };
    // A line counts as 150, an answer is two searches.
    let (printed, said) = audit("4000");
    let out = "left out c: it takes more than 4000 positions (--budget)\n";
    assert!(printed.starts_with(out), "{printed}");
    assert!(printed.contains("kalah, 2 cases: "), "{printed}");
    let cut = "Not tried with all cases, as that takes more than 4000 positions (--budget): ";
    assert!(printed.contains(cut), "{printed}");
    // Two threads may both tell of what the second of them has finished.
    for line in ["answering cases 3/3, c\n", "trying mistakes "] {
        assert!(said.contains(line), "{said}");
    }
    let (printed, _) = audit("10000000");
    assert!(!printed.contains("--budget"), "{printed}");
    let (_, said) = audit("100");
    let none = "plyjudge: found no case that can be tried; a: it takes more than 100 positions";
    assert!(said.contains(none), "{said}");
}

#[test]
fn a_suite_that_cannot_be_audited() {
    plyjudge("audit cases --game checkers")
        .file("cases/a.txt", "A\n")
        .file("cases/b.txt", "G6-F5\n1 2\n")
        .stderr("plyjudge: cases/b.txt:2: found '1 2', expected an action such as G6-F5, A or P\n")
        .status(2)
        .run();
    plyjudge("audit cases --game checkers")
        .file("cases/a.txt", "A\n")
        .file("cases/a.args", "--depth 2")
        .stderr("plyjudge: found only cases with options of their own (NAME.args), expected one without\n")
        .status(2)
        .run();
    plyjudge("audit cases --game checkers")
        .stderr("plyjudge: cases: no such file or folder\n")
        .status(2)
        .run();
}

fn hexline() -> Catalogue {
    Catalogue::new(games::find("hexline").expect("a game"), Settings::default())
}

fn made(request: &Request<'_>) -> Outcome {
    let monitor = Monitor::new(None, &|_, _| (), &|| ());
    generate(request, &monitor).expect("a game with a generator")
}

/// The summary's first part: a line for each case.
fn lines(outcome: &Outcome) -> String {
    let width = outcome.cases.iter().map(|case| case.name.len()).max();
    let width = width.unwrap_or(0);
    let line = |case: &plyjudge::mistakes::generate::Made| {
        let (name, catches) = (&case.name, case.catches.len());
        let lines = case.lines();
        format!("{name:width$}   {lines} lines  catches {catches}\n")
    };
    outcome.cases.iter().map(line).collect()
}

/// The summary's end when all mistakes that are not rare are caught, and most pairs.
fn all_caught(outcome: &Outcome) -> String {
    let (singles, pairs) = (outcome.singles.all, outcome.pairs.all);
    assert_eq!(outcome.singles.missed, []);
    let hiding = &outcome.pairs.missed;
    assert!(4 * hiding.len() < pairs, "{hiding:?}");
    let shown = pairs - hiding.len();
    let mut text = format!("{singles} of {singles} mistakes, {shown} of {pairs} pairs\n");
    if !outcome.rare.missed.is_empty() {
        text += "\nNot caught, but rare:\n";
    }
    let catalogue = hexline();
    let missed = outcome.rare.missed.iter().flat_map(|set| set.iter());
    let missed: Vec<&Mistake> = missed.map(|index| &catalogue.mistakes()[index]).collect();
    let width = missed.iter().map(|one| one.to_string().len()).max();
    let width = width.unwrap_or(0);
    for one in missed {
        text += &format!("  {:width$}  {}\n", one.to_string(), one.meaning);
    }
    // That always the first line is taken hides how deep it was looked for.
    text += "\nPairs that no case shows, or of which one hides the other in all cases:\n";
    for pair in hiding.iter().take(40) {
        text += &format!("  {}\n", hexline().names(pair).join(" + "));
    }
    if let Some(more @ 1..) = hiding.len().checked_sub(40) {
        text += &format!("  … and {more} more (--json lists all)\n");
    }
    text
}

/// What a generated suite says of exit statuses.
const ANY_STATUS: &str = "\
# Only what a program prints counts. With \"zero\" or a number its exit status has to be that, too.
exit_status = \"any\"
";

/// Enough for suites of some cases.
const FAMILIES: u64 = 6;

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_generated_suite_is_the_librarys_byte_for_byte() {
    let catalogue = hexline();
    let request = Request {
        catalogue: &catalogue,
        count: 14,
        as_needed: false,
        is_fair: false,
        seed: 6,
        present: Vec::new(),
        families: Some(FAMILIES),
    };
    let outcome = made(&request);
    let summary = lines(&outcome) + "14 cases in suite, caught: " + &all_caught(&outcome);
    let run = |options: &str| {
        let mut run = plyjudge(&format!(
            "generate hexline --count 14 --seed 6 --families {FAMILIES} --out suite"
        ))
        .args(options.split_whitespace())
        .stdout(&summary)
        .leaves(
            "suite/manifest.json",
            Manifest::new(&request, &outcome).to_json(),
        )
        .leaves("suite/suite.toml", ANY_STATUS);
        for case in &outcome.cases {
            run = run
                .leaves(&format!("suite/{}.txt", case.name), &case.input)
                .leaves(&format!("suite/{}.out", case.name), &case.answer);
        }
        run
    };
    run("").run();
    let earlier = Outcome {
        cases: vec![plyjudge::mistakes::generate::Made {
            name: "01-earlier".to_owned(),
            ..outcome.cases[0].clone()
        }],
        ..made(&Request {
            count: 1,
            as_needed: false,
            is_fair: false,
            present: Vec::new(),
            ..request
        })
    };
    run("--force")
        .file("suite/notes.md", "kept")
        .file("suite/01-earlier.txt", "goes")
        .file("suite/01-earlier.out", "goes")
        .file(
            "suite/manifest.json",
            Manifest::new(&request, &earlier).to_json(),
        )
        .leaves("suite/notes.md", "kept")
        .leaves_no("suite/01-earlier.txt")
        .leaves_no("suite/01-earlier.out")
        .run();
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    plyjudge("generate hexline --out suite")
        .file("suite/notes.md", "mine")
        .stderr(
            "plyjudge: suite: found files, expected an empty or a new folder \
             (--force replaces a suite, --extend adds to it)\n",
        )
        .status(2)
        .leaves("suite/notes.md", "mine")
        .leaves_no("suite/manifest.json")
        .run();
    plyjudge("generate hexline --extend suite")
        .stderr("plyjudge: suite: no such file or folder\n")
        .status(2)
        .run();
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn an_extension_is_written_beside_what_there_was() {
    let mine = ["map 1"].into_iter().chain([ROW; 12]).collect::<Vec<_>>();
    let mine = mine.join("\n").into_bytes();
    let catalogue = hexline();
    let mut request = Request {
        catalogue: &catalogue,
        count: 14,
        as_needed: false,
        is_fair: false,
        seed: 6,
        present: Vec::new(),
        families: Some(FAMILIES),
    };
    request.present = vec![plyjudge::mistakes::suite::Case {
        name: "07-mine".to_owned(),
        input: mine.clone(),
    }];
    let outcome = made(&request);
    assert_eq!(outcome.cases[0].name.split('-').next(), Some("08"));
    let count = outcome.cases.len();
    let summary = lines(&outcome)
        + &format!(
            "{count} cases in suite, caught together with the 1 there were: {}",
            all_caught(&outcome)
        );
    plyjudge(&format!(
        "generate hexline --count 14 --seed 6 --families {FAMILIES} --extend suite"
    ))
    .file("suite/07-mine.txt", &mine)
    .file("suite/suite.toml", "exit_status = 0 # mine\n")
    .stdout(summary)
    .leaves("suite/07-mine.txt", &mine)
    .leaves("suite/suite.toml", "exit_status = 0 # mine\n")
    .leaves(
        &format!("suite/{}.txt", outcome.cases[0].name),
        &outcome.cases[0].input,
    )
    .leaves(
        "suite/manifest.json",
        Manifest::new(&request, &outcome).to_json(),
    )
    .run();
}
